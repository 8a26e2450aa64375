<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Article</name>
    <message>
        <source>Article</source>
        <translation>Artikel</translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message numerus="yes">
        <source>%n unchanged block(s)</source>
        <translation>
            <numerusform>%n unveränderter Absatz</numerusform>
            <numerusform>%n unveränderte Absätze</numerusform>
        </translation>
    </message>
    <message>
        <source>Changes against the published article</source>
        <translation>Änderungen gegenüber dem veröffentlichten Artikel</translation>
    </message>
    <message>
        <source>moved here</source>
        <translation>hierher verschoben</translation>
    </message>
</context>
<context>
    <name>ClaimStrip</name>
    <message>
        <source>Claim {number} of {count}</source>
        <translation>Aussage {number} von {count}</translation>
    </message>
    <message>
        <source>Claims of the article</source>
        <translation>Aussagen des Artikels</translation>
    </message>
    <message>
        <source>not seen</source>
        <translation>nicht gesehen</translation>
    </message>
    <message>
        <source>seen</source>
        <translation>gesehen</translation>
    </message>
</context>
<context>
    <name>Graph</name>
    <message>
        <source>Neighbourhood of {title}: {count} nodes. The list beside it holds the same.</source>
        <translation>Umgebung von {title}: {count} Knoten. Die Liste daneben enthält dasselbe.</translation>
    </message>
    <message>
        <source>Overview of {count} nodes. The list beside it holds the same.</source>
        <translation>Überblick über {count} Knoten. Die Liste daneben enthält dasselbe.</translation>
    </message>
    <message>
        <source>contradicts</source>
        <translation>widerspricht</translation>
    </message>
    <message>
        <source>duplicates</source>
        <translation>doppelt</translation>
    </message>
    <message>
        <source>evidence for</source>
        <translation>Beleg für</translation>
    </message>
    <message>
        <source>grounded by</source>
        <translation>belegt durch</translation>
    </message>
    <message>
        <source>links to</source>
        <translation>verweist auf</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>vorgeschlagen</translation>
    </message>
    <message>
        <source>similar to</source>
        <translation>ähnlich</translation>
    </message>
    <message>
        <source>supersedes</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>supports</source>
        <translation>stützt</translation>
    </message>
    <message>
        <source>translation of</source>
        <translation>Übersetzung von</translation>
    </message>
</context>
<context>
    <name>KeySheet</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>Lamps</name>
    <message>
        <source>contradicted</source>
        <translation>widersprochen</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>partially supported</source>
        <translation>teilweise belegt</translation>
    </message>
    <message>
        <source>supported</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>unchecked</source>
        <translation>ungeprüft</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>unbelegt</translation>
    </message>
</context>
<context>
    <name>Links</name>
    <message>
        <source>&amp;Copy address</source>
        <translation>Adresse &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Open in browser</source>
        <translation>Im Browser &amp;öffnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>It leads to {host}.</source>
        <translation>Er führt zu {host}.</translation>
    </message>
    <message>
        <source>Links of this kind are not opened. You can copy the address.</source>
        <translation>Links dieser Art werden nicht geöffnet. Sie können die Adresse kopieren.</translation>
    </message>
    <message>
        <source>Open this link?</source>
        <translation>Diesen Link öffnen?</translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message>
        <source>Loading …</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Einordnen</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message>
        <source>Search and commands</source>
        <translation>Suchen und Befehle</translation>
    </message>
</context>
<context>
    <name>Panes</name>
    <message>
        <source>Panes</source>
        <translation>Bereiche</translation>
    </message>
</context>
<context>
    <name>Passage</name>
    <message>
        <source>Source passage</source>
        <translation>Quellenstelle</translation>
    </message>
</context>
<context>
    <name>SafeText</name>
    <message>
        <source>Long text: part {page} of {count}.</source>
        <translation>Langer Text: Teil {page} von {count}.</translation>
    </message>
    <message>
        <source>Nested too deeply: shown as plain text.</source>
        <translation>Zu tief verschachtelt: als reiner Text gezeigt.</translation>
    </message>
    <message>
        <source>Previous part</source>
        <translation>Voriger Teil</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mehr anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>The last %n characters are not shown.</source>
        <translation>
            <numerusform>Das letzte Zeichen wird nicht gezeigt.</numerusform>
            <numerusform>Die letzten %n Zeichen werden nicht gezeigt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Shell</name>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Application</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Articles</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Fold the left pane</source>
        <translation>Linken Bereich einklappen</translation>
    </message>
    <message>
        <source>Fold the right pane</source>
        <translation>Rechten Bereich einklappen</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Hide activity</source>
        <translation>Aktivität ausblenden</translation>
    </message>
    <message>
        <source>Key sheet</source>
        <translation>Tastenübersicht</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Search and commands</source>
        <translation>Suchen und Befehle</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation>Farben: wie das System</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Farben: dunkel</translation>
    </message>
    <message>
        <source>Theme: high contrast, dark</source>
        <translation>Farben: hoher Kontrast, dunkel</translation>
    </message>
    <message>
        <source>Theme: high contrast, light</source>
        <translation>Farben: hoher Kontrast, hell</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Farben: hell</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
</context>
<context>
    <name>Stages</name>
    <message numerus="yes">
        <source>See all %n</source>
        <translation>
            <numerusform>Alle %n ansehen</numerusform>
            <numerusform>Alle %n ansehen</numerusform>
        </translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>kommt noch</translation>
    </message>
</context>
</TS>
