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
</TS>
