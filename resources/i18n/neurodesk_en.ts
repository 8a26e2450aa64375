<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>AddFolder</name>
    <message numerus="yes">
        <source>%n readable file(s), {size}.</source>
        <translation>
            <numerusform>%n readable file, {size}.</numerusform>
            <numerusform>%n readable files, {size}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Articles</name>
    <message numerus="yes">
        <source>%n article(s)</source>
        <translation>
            <numerusform>%n article</numerusform>
            <numerusform>%n articles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s) whose source changed</source>
        <translation>
            <numerusform>%n sentence whose source changed</numerusform>
            <numerusform>%n sentences whose source changed</numerusform>
        </translation>
    </message>
</context>
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
        <translation>
            <numerusform>line %n</numerusform>
            <numerusform>line %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message numerus="yes">
        <source>%n folder(s) are not there: {names}</source>
        <translation>
            <numerusform>%n folder is not there: {names}</numerusform>
            <numerusform>%n folders are not there: {names}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) are there again: {names}</source>
        <translation>
            <numerusform>%n folder is there again: {names}</numerusform>
            <numerusform>%n folders are there again: {names}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The folders of %n knowledge base(s) are not there: {names}</source>
        <translation>
            <numerusform>The folder of %n knowledge base is not there: {names}</numerusform>
            <numerusform>The folders of %n knowledge bases are not there: {names}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Edit</name>
    <message numerus="yes">
        <source>worst of %n unit(s)</source>
        <translation>
            <numerusform>worst of %n unit</numerusform>
            <numerusform>worst of %n units</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Evidence</name>
    <message numerus="yes">
        <source>%n claim(s)</source>
        <translation>
            <numerusform>%n claim</numerusform>
            <numerusform>%n claims</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n claim(s) lost their proof</source>
        <translation>
            <numerusform>%n claim lost its proof</numerusform>
            <numerusform>%n claims lost their proof</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n claim(s) rest on both</source>
        <translation>
            <numerusform>%n claim rests on both</numerusform>
            <numerusform>%n claims rest on both</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n claim(s) rest on it.</source>
        <translation>
            <numerusform>%n claim rests on it.</numerusform>
            <numerusform>%n claims rest on it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entrie(s)</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new text(s)</source>
        <translation>
            <numerusform>%n new text</numerusform>
            <numerusform>%n new texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n promoted sentence(s) flagged</source>
        <translation>
            <numerusform>%n promoted sentence flagged</numerusform>
            <numerusform>%n promoted sentences flagged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) of it were kept</source>
        <translation>
            <numerusform>%n text of it was kept</numerusform>
            <numerusform>%n texts of it were kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) set aside</source>
        <translation>
            <numerusform>%n text set aside</numerusform>
            <numerusform>%n texts set aside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n voice(s)</source>
        <translation>
            <numerusform>%n voice</numerusform>
            <numerusform>%n voices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The source filter is narrow: %n hit(s) were refused.</source>
        <translation>
            <numerusform>The source filter is narrow: %n hit was refused.</numerusform>
            <numerusform>The source filter is narrow: %n hits were refused.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Feed</name>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n result</numerusform>
            <numerusform>%n results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Find</name>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message numerus="yes">
        <source>%n article(s)</source>
        <translation>
            <numerusform>%n article</numerusform>
            <numerusform>%n articles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) with a problem, listed in Articles.</source>
        <translation>
            <numerusform>%n file with a problem, listed in Articles.</numerusform>
            <numerusform>%n files with a problem, listed in Articles.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Gaps</name>
    <message numerus="yes">
        <source>%n new finding(s)</source>
        <translation>
            <numerusform>%n new finding</numerusform>
            <numerusform>%n new findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Scanned: %n finding(s).</source>
        <translation>
            <numerusform>Scanned: %n finding.</numerusform>
            <numerusform>Scanned: %n findings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>for %n day(s)</source>
        <translation>
            <numerusform>for %n day</numerusform>
            <numerusform>for %n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Graph</name>
    <message numerus="yes">
        <source>%n more node(s) are not shown; the nearest 300 are.</source>
        <translation>
            <numerusform>%n more node is not shown; the nearest 300 are.</numerusform>
            <numerusform>%n more nodes are not shown; the nearest 300 are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) have no place on the map yet.</source>
        <translation>
            <numerusform>%n node has no place on the map yet.</numerusform>
            <numerusform>%n nodes have no place on the map yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s)</source>
        <translation>
            <numerusform>%n relation</numerusform>
            <numerusform>%n relations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Map of %n node(s). The list beside it holds the same.</source>
        <translation>
            <numerusform>Map of %n node. The list beside it holds the same.</numerusform>
            <numerusform>Map of %n nodes. The list beside it holds the same.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Neighbourhood of {title}: %n node(s). The list beside it holds the same.</source>
        <translation>
            <numerusform>Neighbourhood of {title}: %n node. The list beside it holds the same.</numerusform>
            <numerusform>Neighbourhood of {title}: %n nodes. The list beside it holds the same.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Handover</name>
    <message numerus="yes">
        <source>%n contradiction(s)</source>
        <translation>
            <numerusform>%n contradiction</numerusform>
            <numerusform>%n contradictions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n draft(s)</source>
        <translation>
            <numerusform>%n draft</numerusform>
            <numerusform>%n drafts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failure(s)</source>
        <translation>
            <numerusform>%n failure</numerusform>
            <numerusform>%n failures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outcome(s) wait</source>
        <translation>
            <numerusform>%n outcome waits</numerusform>
            <numerusform>%n outcomes wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) wait</source>
        <translation>
            <numerusform>%n query waits</numerusform>
            <numerusform>%n queries wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n source(s) changed</source>
        <translation>
            <numerusform>%n source changed</numerusform>
            <numerusform>%n sources changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Nodes</name>
    <message numerus="yes">
        <source>{model}: %n call(s), {failed} failed, {truncated} truncated, {swaps} changes of model, wait {wait} s, {speed} tokens/s</source>
        <translation>
            <numerusform>{model}: %n call, {failed} failed, {truncated} truncated, {swaps} changes of model, wait {wait} s, {speed} tokens/s</numerusform>
            <numerusform>{model}: %n calls, {failed} failed, {truncated} truncated, {swaps} changes of model, wait {wait} s, {speed} tokens/s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Outcomes</name>
    <message numerus="yes">
        <source>%n outcome(s) wait for you</source>
        <translation>
            <numerusform>%n outcome waits for you</numerusform>
            <numerusform>%n outcomes wait for you</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Outgoing</name>
    <message numerus="yes">
        <source>%n kept here</source>
        <translation>
            <numerusform>%n kept here</numerusform>
            <numerusform>%n kept here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) wait for your look</source>
        <translation>
            <numerusform>%n query waits for your look</numerusform>
            <numerusform>%n queries wait for your look</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Promote</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Proof</name>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n whole text(s), {characters} characters</source>
        <translation>
            <numerusform>%n whole text, {characters} characters</numerusform>
            <numerusform>%n whole texts, {characters} characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The article and %n claim(s) with verdicts and hashes.</source>
        <translation>
            <numerusform>The article and %n claim with verdicts and hashes.</numerusform>
            <numerusform>The article and %n claims with verdicts and hashes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Provenance</name>
    <message numerus="yes">
        <source>carries %n claim(s)</source>
        <translation>
            <numerusform>carries %n claim</numerusform>
            <numerusform>carries %n claims</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Queries</name>
    <message numerus="yes">
        <source>%n query to the web waits for your look</source>
        <translation>
            <numerusform>%n query to the web waits for your look</numerusform>
            <numerusform>%n queries to the web wait for your look</numerusform>
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
        <source>%n new task(s)</source>
        <translation>
            <numerusform>%n new task</numerusform>
            <numerusform>%n new tasks</numerusform>
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
    <message numerus="yes">
        <source>It kept %n text(s), but not enough for an article.</source>
        <translation>
            <numerusform>It kept %n text, but not enough for an article.</numerusform>
            <numerusform>It kept %n texts, but not enough for an article.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message numerus="yes">
        <source>%n contradicted</source>
        <translation>
            <numerusform>%n contradicted</numerusform>
            <numerusform>%n contradicted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more source(s) for this claim</source>
        <translation>
            <numerusform>%n more source for this claim</numerusform>
            <numerusform>%n more sources for this claim</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new draft(s)</source>
        <translation>
            <numerusform>%n new draft</numerusform>
            <numerusform>%n new drafts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not seen</source>
        <translation>
            <numerusform>%n not seen</numerusform>
            <numerusform>%n not seen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partially supported one(s) ticked</source>
        <translation>
            <numerusform>%n partially supported one is ticked</numerusform>
            <numerusform>%n partially supported ones are ticked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partially supported one(s) to tick</source>
        <translation>
            <numerusform>%n partially supported one to tick</numerusform>
            <numerusform>%n partially supported ones to tick</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n risky one(s) with a single source to tick</source>
        <translation>
            <numerusform>%n risky one with a single source to tick</numerusform>
            <numerusform>%n risky ones with a single source to tick</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to tick: the reviewer has no licence</source>
        <translation>
            <numerusform>%n to tick: the reviewer has no licence</numerusform>
            <numerusform>%n to tick: the reviewer has no licence</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unsupported</source>
        <translation>
            <numerusform>%n unsupported</numerusform>
            <numerusform>%n unsupported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n voice(s)</source>
        <translation>
            <numerusform>%n voice</numerusform>
            <numerusform>%n voices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a verdict</source>
        <translation>
            <numerusform>%n without a verdict</numerusform>
            <numerusform>%n without a verdict</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n claim(s) seen</source>
        <translation>
            <numerusform>%n claim seen</numerusform>
            <numerusform>All %n claims seen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s) left</source>
        <translation>
            <numerusform>about %n minute left</numerusform>
            <numerusform>about %n minutes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more reason(s)</source>
        <translation>
            <numerusform>and %n more reason</numerusform>
            <numerusform>and %n more reasons</numerusform>
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
    <name>Search</name>
    <message numerus="yes">
        <source>%n character(s) read</source>
        <translation>
            <numerusform>%n character read</numerusform>
            <numerusform>%n characters read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n result</numerusform>
            <numerusform>%n results</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es)</source>
        <translation>
            <numerusform>%n search</numerusform>
            <numerusform>%n searches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>SearXNG answers: %n result(s).</source>
        <translation>
            <numerusform>SearXNG answers: %n result.</numerusform>
            <numerusform>SearXNG answers: %n results.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message numerus="yes">
        <source>%n setting(s) back at the default.</source>
        <translation>
            <numerusform>%n setting back at the default.</numerusform>
            <numerusform>%n settings back at the default.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reset %n change(s) of this page</source>
        <translation>
            <numerusform>Reset %n change of this page</numerusform>
            <numerusform>Reset %n changes of this page</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceFilter</name>
    <message numerus="yes">
        <source>{name} · knowledge base, %n article(s)</source>
        <translation>
            <numerusform>{name} · knowledge base, %n article</numerusform>
            <numerusform>{name} · knowledge base, %n articles</numerusform>
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
    <name>Status</name>
    <message numerus="yes">
        <source>%n outcome(s) wait</source>
        <translation>
            <numerusform>%n outcome waits</numerusform>
            <numerusform>%n outcomes wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) wait</source>
        <translation>
            <numerusform>%n query waits</numerusform>
            <numerusform>%n queries wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Local library: {files} documents in %n folder(s).</source>
        <translation>
            <numerusform>Local library: {files} documents in %n folder.</numerusform>
            <numerusform>Local library: {files} documents in %n folders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading, %n page(s) so far</source>
        <translation>
            <numerusform>Reading, %n page so far</numerusform>
            <numerusform>Reading, %n pages so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searching, %n quer(y/ies) so far</source>
        <translation>
            <numerusform>Searching, %n query so far</numerusform>
            <numerusform>Searching, %n queries so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThreeWay</name>
    <message numerus="yes">
        <source>%n place(s) differ on disk.</source>
        <translation>
            <numerusform>%n place differs on disk.</numerusform>
            <numerusform>%n places differ on disk.</numerusform>
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
    <message numerus="yes">
        <source>%n year(s)</source>
        <translation>
            <numerusform>%n year</numerusform>
            <numerusform>%n years</numerusform>
        </translation>
    </message>
</context>
</TS>
