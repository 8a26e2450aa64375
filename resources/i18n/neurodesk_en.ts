<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>Changes</name>
    <message numerus="yes">
        <source>%n unchanged block(s)</source>
        <translation>
            <numerusform>%n unchanged block</numerusform>
            <numerusform>%n unchanged blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Checks</name>
    <message numerus="yes">
        <source>line %n</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Edit</name>
    <message numerus="yes">
        <source>worst of %n unit(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Promote</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Provenance</name>
    <message numerus="yes">
        <source>carries %n claim(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Queue</name>
    <message numerus="yes">
        <source>%n character(s) written</source>
        <translation>
            <numerusform>%n character written</numerusform>
            <numerusform>%n characters written</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>%n question</numerusform>
            <numerusform>%n questions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused before reading</source>
        <translation>
            <numerusform>%n refused before reading</numerusform>
            <numerusform>%n refused before reading</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search querie(s)</source>
        <translation>
            <numerusform>%n search query</numerusform>
            <numerusform>%n search queries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) failed</source>
        <translation>
            <numerusform>%n search failed</numerusform>
            <numerusform>%n searches failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s) repaired</source>
        <translation>
            <numerusform>%n sentence repaired</numerusform>
            <numerusform>%n sentences repaired</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message numerus="yes">
        <source>%n contradicted</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more source(s) for this claim</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new draft(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not seen</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partially supported one(s) ticked</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partially supported one(s) to tick</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n risky one(s) with a single source to tick</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unsupported</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n voice(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a verdict</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n claim(s) seen</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more reason(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SafeText</name>
    <message numerus="yes">
        <source>The last %n characters are not shown.</source>
        <translation>
            <numerusform>The last character is not shown.</numerusform>
            <numerusform>The last %n characters are not shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Stages</name>
    <message numerus="yes">
        <source>See all %n</source>
        <translation>
            <numerusform>See all %n</numerusform>
            <numerusform>See all %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThreeWay</name>
    <message numerus="yes">
        <source>%n place(s) differ on disk.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Time</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h</source>
        <translation>
            <numerusform>%n h</numerusform>
            <numerusform>%n h</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation>
            <numerusform>%n min</numerusform>
            <numerusform>%n min</numerusform>
        </translation>
    </message>
</context>
</TS>
