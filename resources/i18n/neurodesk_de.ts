<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Activity</name>
    <message>
        <source>a late result was refused; its lease was lost</source>
        <translation>ein verspätetes Ergebnis wurde abgewiesen; seine Reservierung war abgelaufen</translation>
    </message>
    <message>
        <source>a token for the API was made: {name} ({scopes})</source>
        <translation>ein Schlüssel der Schnittstelle wurde angelegt: {name} ({scopes})</translation>
    </message>
    <message>
        <source>a token of the API was revoked: {name}</source>
        <translation>ein Schlüssel der Schnittstelle wurde widerrufen: {name}</translation>
    </message>
    <message>
        <source>an event was ignored: {type} ({reason})</source>
        <translation>ein Ereignis wurde übergangen: {type} ({reason})</translation>
    </message>
    <message>
        <source>an interrupted promotion of {path}: {result}</source>
        <translation>eine unterbrochene Übernahme von {path}: {result}</translation>
    </message>
    <message>
        <source>another round for the article: {reasons}</source>
        <translation>eine weitere Runde für den Artikel: {reasons}</translation>
    </message>
    <message>
        <source>article reviewed: accepted {accepted}, {verdicts}</source>
        <translation>Artikel geprüft: angenommen {accepted}, {verdicts}</translation>
    </message>
    <message>
        <source>article written: {title} ({chars} characters)</source>
        <translation>Artikel geschrieben: {title} ({chars} Zeichen)</translation>
    </message>
    <message>
        <source>asked to stop after its step</source>
        <translation>soll nach seinem Schritt anhalten</translation>
    </message>
    <message>
        <source>cancelled {reason}</source>
        <translation>abgebrochen {reason}</translation>
    </message>
    <message>
        <source>completed: {outcome}, {evidence} text(s) kept</source>
        <translation>abgeschlossen: {outcome}, {evidence} Text(e) behalten</translation>
    </message>
    <message>
        <source>deferred: {reason}</source>
        <translation>zurückgestellt: {reason}</translation>
    </message>
    <message>
        <source>failed: {reason}</source>
        <translation>gescheitert: {reason}</translation>
    </message>
    <message>
        <source>fetched {uri}: {verdict} {reason}</source>
        <translation>abgerufen {uri}: {verdict} {reason}</translation>
    </message>
    <message>
        <source>parked: {reason}</source>
        <translation>geparkt: {reason}</translation>
    </message>
    <message>
        <source>promoted {path} ({who})</source>
        <translation>übernommen: {path} ({who})</translation>
    </message>
    <message>
        <source>promotion undone: {path} ({who})</source>
        <translation>Übernahme zurückgenommen: {path} ({who})</translation>
    </message>
    <message>
        <source>queued: {topic} (asked by {by})</source>
        <translation>eingereiht: {topic} (gefragt von: {by})</translation>
    </message>
    <message>
        <source>scanned: {findings} open findings, {candidates} candidates, {opportunities} plans</source>
        <translation>Prüflauf: {findings} offene Befunde, {candidates} Kandidaten, {opportunities} Pläne</translation>
    </message>
    <message>
        <source>search failed at {provider}: {fault}</source>
        <translation>Suche bei {provider} gescheitert: {fault}</translation>
    </message>
    <message>
        <source>searched {provider}: {query} ({hits} hits)</source>
        <translation>gesucht in {provider}: {query} ({hits} Treffer)</translation>
    </message>
    <message>
        <source>set aside: {reason} {detail}</source>
        <translation>beiseitegelegt: {reason} {detail}</translation>
    </message>
    <message>
        <source>stage {stage} finished</source>
        <translation>Stufe {stage} fertig</translation>
    </message>
    <message>
        <source>stage {stage} started</source>
        <translation>Stufe {stage} begonnen</translation>
    </message>
    <message>
        <source>started, attempt {attempt}: {topic}</source>
        <translation>begonnen, Versuch {attempt}: {topic}</translation>
    </message>
    <message>
        <source>the API cannot listen on port {port}: {detail}</source>
        <translation>die Schnittstelle kann an Port {port} nicht lauschen: {detail}</translation>
    </message>
    <message>
        <source>the API listens on 127.0.0.1:{port}</source>
        <translation>die Schnittstelle lauscht an 127.0.0.1:{port}</translation>
    </message>
    <message>
        <source>the API stopped</source>
        <translation>die Schnittstelle wurde beendet</translation>
    </message>
    <message>
        <source>the scan failed: {reason} {detail}</source>
        <translation>der Prüflauf ist gescheitert: {reason} {detail}</translation>
    </message>
    <message>
        <source>worker paused</source>
        <translation>Recherche angehalten</translation>
    </message>
    <message>
        <source>worker resumed</source>
        <translation>Recherche fortgesetzt</translation>
    </message>
</context>
<context>
    <name>AddFolder</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Counting …</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>The folder cannot be listed.</source>
        <translation>Der Ordner lässt sich nicht auflisten.</translation>
    </message>
    <message>
        <source>The folder is being counted.</source>
        <translation>Der Ordner wird gezählt.</translation>
    </message>
    <message>
        <source>There is nothing readable in it.</source>
        <translation>Darin ist nichts Lesbares.</translation>
    </message>
    <message>
        <source>There is nothing readable in this folder.</source>
        <translation>In diesem Ordner ist nichts Lesbares.</translation>
    </message>
    <message>
        <source>{count} are left out: links, hidden or unreadable ones.</source>
        <translation>{count} bleiben außen vor: Verknüpfungen, versteckte oder unlesbare.</translation>
    </message>
    <message>
        <source>{count} readable files, {size} MB.</source>
        <translation>{count} lesbare Dateien, {size} MB.</translation>
    </message>
</context>
<context>
    <name>Article</name>
    <message>
        <source>Article</source>
        <translation>Artikel</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>A script with the hash of what was seen may promote.</source>
        <translation>Ein Skript mit der Prüfsumme des Gesehenen darf übernehmen.</translation>
    </message>
    <message>
        <source>A silent worker loses it.</source>
        <translation>Wer so lange schweigt, verliert sie.</translation>
    </message>
    <message>
        <source>A topic is not repeated before.</source>
        <translation>Vorher wird ein Thema nicht wiederholt.</translation>
    </message>
    <message>
        <source>Accepted and corrected answers support later answers; they never replace articles.</source>
        <translation>Angenommene und berichtigte Antworten stützen spätere; sie ersetzen nie einen Artikel.</translation>
    </message>
    <message>
        <source>Addresses, several separated by commas.</source>
        <translation>Adressen, mehrere durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>After a review.</source>
        <translation>Nach einer Gegenprüfung.</translation>
    </message>
    <message>
        <source>Answers programs of this machine that show a token, on 127.0.0.1 only.</source>
        <translation>Antwortet Programmen dieses Rechners, die einen Schlüssel vorweisen, nur an 127.0.0.1.</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Author model</source>
        <translation>Autorenmodell</translation>
    </message>
    <message>
        <source>Autonomous operation</source>
        <translation>Selbsttätiger Betrieb</translation>
    </message>
    <message>
        <source>Autonomous work waits until you pause.</source>
        <translation>Selbsttätige Arbeit wartet, bis Sie pausieren.</translation>
    </message>
    <message>
        <source>Candidates a scan</source>
        <translation>Kandidaten je Prüflauf</translation>
    </message>
    <message>
        <source>Charged tries of a task.</source>
        <translation>Angerechnete Versuche einer Aufgabe.</translation>
    </message>
    <message>
        <source>Checks drafts.</source>
        <translation>Prüft Entwürfe.</translation>
    </message>
    <message>
        <source>Colours.</source>
        <translation>Farben.</translation>
    </message>
    <message>
        <source>Commit promotions</source>
        <translation>Übernahmen einchecken</translation>
    </message>
    <message>
        <source>Cooldown</source>
        <translation>Wiederholungssperre</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Drafts appear in Review; nothing is written into the knowledge base.</source>
        <translation>Entwürfe erscheinen in der Prüfung; in die Wissensbasis wird nichts geschrieben.</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Einbettungsmodell</translation>
    </message>
    <message>
        <source>Fetches for an article</source>
        <translation>Abrufe für einen Artikel</translation>
    </message>
    <message>
        <source>For example http://127.0.0.1:8080</source>
        <translation>Zum Beispiel http://127.0.0.1:8080</translation>
    </message>
    <message>
        <source>For models.</source>
        <translation>Für Modelle.</translation>
    </message>
    <message>
        <source>For scripts.</source>
        <translation>Für Skripte.</translation>
    </message>
    <message>
        <source>Full-text gate</source>
        <translation>Volltextschwelle</translation>
    </message>
    <message>
        <source>Goal learning</source>
        <translation>Lernen aus Zielen</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>Lebenszeichen</translation>
    </message>
    <message>
        <source>How many candidates the planner looks at.</source>
        <translation>So viele Kandidaten sieht sich die Planung an.</translation>
    </message>
    <message>
        <source>How many tasks may start on a calendar day.</source>
        <translation>So viele Aufgaben dürfen an einem Kalendertag beginnen.</translation>
    </message>
    <message>
        <source>How many tasks one scan may enqueue.</source>
        <translation>So viele Aufgaben darf ein Prüflauf einreihen.</translation>
    </message>
    <message>
        <source>How often a lease is renewed.</source>
        <translation>So oft wird eine Reservierung erneuert.</translation>
    </message>
    <message>
        <source>Idle after</source>
        <translation>Leerlauf nach</translation>
    </message>
    <message>
        <source>In a git KB, with the audit id.</source>
        <translation>In einer Wissensbasis unter git, mit der Protokollnummer.</translation>
    </message>
    <message>
        <source>Keeps answers that you accepted or corrected as secondary evidence.</source>
        <translation>Behält Antworten, die Sie angenommen oder berichtigt haben, als nachrangige Belege.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Language of new articles</source>
        <translation>Sprache neuer Artikel</translation>
    </message>
    <message>
        <source>Learn from outcomes</source>
        <translation>Aus Ergebnissen lernen</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>Reservierung</translation>
    </message>
    <message>
        <source>Lease expiry</source>
        <translation>Ablauf der Reservierung</translation>
    </message>
    <message>
        <source>Least quality of a full text.</source>
        <translation>Geringste Güte eines Volltexts.</translation>
    </message>
    <message>
        <source>Least relevance of a full text.</source>
        <translation>Geringste Relevanz eines Volltexts.</translation>
    </message>
    <message>
        <source>Least relevance of a snippet.</source>
        <translation>Geringste Relevanz eines Textausschnitts.</translation>
    </message>
    <message>
        <source>Let them become tasks.</source>
        <translation>Werden zu Aufgaben.</translation>
    </message>
    <message>
        <source>Lets a task write a draft when the evidence carries one.</source>
        <translation>Lässt eine Aufgabe einen Entwurf schreiben, wenn die Belege ihn tragen.</translation>
    </message>
    <message>
        <source>Lets scanner and events start tasks without being asked.</source>
        <translation>Lässt Prüflauf und Ereignisse ohne Auftrag Aufgaben beginnen.</translation>
    </message>
    <message>
        <source>Lets tasks that you ask for fetch public web pages.</source>
        <translation>Lässt Ihre eigenen Aufgaben öffentliche Webseiten abrufen.</translation>
    </message>
    <message>
        <source>Lets the summary of a goal's cycle become a memory.</source>
        <translation>Lässt die Zusammenfassung eines Zielzyklus zur Erinnerung werden.</translation>
    </message>
    <message>
        <source>Local only</source>
        <translation>Nur lokal</translation>
    </message>
    <message>
        <source>Local times such as 22:00-06:00 in which autonomous work rests; empty for none.</source>
        <translation>Ortszeiten wie 22:00-06:00, in denen selbsttätige Arbeit ruht; leer für keine.</translation>
    </message>
    <message>
        <source>Longest time without a finished stage.</source>
        <translation>Längste Zeit ohne fertige Stufe.</translation>
    </message>
    <message>
        <source>Loopback API</source>
        <translation>Lokale Schnittstelle</translation>
    </message>
    <message>
        <source>Makes vectors.</source>
        <translation>Erzeugt Vektoren.</translation>
    </message>
    <message>
        <source>Minimum priority</source>
        <translation>Mindestpriorität</translation>
    </message>
    <message>
        <source>Near copy</source>
        <translation>Beinahe-Kopie</translation>
    </message>
    <message>
        <source>NeuroDesk researches gaps by itself, within idle time and the daily budget.</source>
        <translation>NeuroDesk recherchiert Lücken von selbst, im Leerlauf und im Tagesbudget.</translation>
    </message>
    <message>
        <source>New tasks a scan</source>
        <translation>Neue Aufgaben je Prüflauf</translation>
    </message>
    <message>
        <source>No animation.</source>
        <translation>Keine Bewegung.</translation>
    </message>
    <message>
        <source>No socket but loopback is opened.</source>
        <translation>Keine Verbindung nach außen wird geöffnet.</translation>
    </message>
    <message>
        <source>Of one token of the API.</source>
        <translation>Eines Schlüssels der Schnittstelle.</translation>
    </message>
    <message>
        <source>Of the article phase.</source>
        <translation>In der Artikelphase.</translation>
    </message>
    <message>
        <source>Of the user interface.</source>
        <translation>Der Oberfläche.</translation>
    </message>
    <message>
        <source>Ollama nodes</source>
        <translation>Ollama-Knoten</translation>
    </message>
    <message>
        <source>On 127.0.0.1.</source>
        <translation>An 127.0.0.1.</translation>
    </message>
    <message>
        <source>Only when idle</source>
        <translation>Nur im Leerlauf</translation>
    </message>
    <message>
        <source>Pages a task</source>
        <translation>Seiten je Aufgabe</translation>
    </message>
    <message>
        <source>Pages are requested from public servers under this machine's address.</source>
        <translation>Seiten werden unter der Adresse dieses Rechners von öffentlichen Servern angefordert.</translation>
    </message>
    <message>
        <source>Per cent.</source>
        <translation>Prozent.</translation>
    </message>
    <message>
        <source>Planner model</source>
        <translation>Planungsmodell</translation>
    </message>
    <message>
        <source>Plans below this priority are not enqueued.</source>
        <translation>Pläne unter dieser Priorität werden nicht eingereiht.</translation>
    </message>
    <message>
        <source>Plans research.</source>
        <translation>Plant Recherchen.</translation>
    </message>
    <message>
        <source>Port of the API</source>
        <translation>Port der Schnittstelle</translation>
    </message>
    <message>
        <source>Programs with a token may hand in events, tasks and drafts; none approves or promotes.</source>
        <translation>Programme mit einem Schlüssel dürfen Ereignisse, Aufgaben und Entwürfe einreichen; keines gibt frei oder übernimmt.</translation>
    </message>
    <message>
        <source>Promote without a terminal</source>
        <translation>Übernehmen ohne Terminal</translation>
    </message>
    <message>
        <source>Quality gate</source>
        <translation>Güteschwelle</translation>
    </message>
    <message>
        <source>Queries a task</source>
        <translation>Suchanfragen je Aufgabe</translation>
    </message>
    <message>
        <source>Queries for an article</source>
        <translation>Suchanfragen für einen Artikel</translation>
    </message>
    <message>
        <source>Queries leave this machine, after the privacy check, to your SearXNG server.</source>
        <translation>Suchanfragen verlassen nach der Datenschutzprüfung diesen Rechner, zu Ihrem SearXNG-Server.</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>Ruhezeiten</translation>
    </message>
    <message>
        <source>Real fetches of a task.</source>
        <translation>Wirkliche Abrufe einer Aufgabe.</translation>
    </message>
    <message>
        <source>Reduced motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Repair rounds</source>
        <translation>Nachbesserungsrunden</translation>
    </message>
    <message>
        <source>Requests a minute</source>
        <translation>Anfragen je Minute</translation>
    </message>
    <message>
        <source>Research on the web for your own tasks</source>
        <translation>Webrecherche für Ihre eigenen Aufgaben</translation>
    </message>
    <message>
        <source>Results for an article</source>
        <translation>Treffer für einen Artikel</translation>
    </message>
    <message>
        <source>Reviewer model</source>
        <translation>Prüfmodell</translation>
    </message>
    <message>
        <source>Row heights.</source>
        <translation>Zeilenhöhen.</translation>
    </message>
    <message>
        <source>Scan interval</source>
        <translation>Abstand der Prüfläufe</translation>
    </message>
    <message>
        <source>SearXNG address</source>
        <translation>SearXNG-Adresse</translation>
    </message>
    <message>
        <source>Search rounds</source>
        <translation>Suchrunden</translation>
    </message>
    <message>
        <source>Search with SearXNG</source>
        <translation>Suche mit SearXNG</translation>
    </message>
    <message>
        <source>Sends search queries to the SearXNG server named below.</source>
        <translation>Schickt Suchanfragen an den eingetragenen SearXNG-Server.</translation>
    </message>
    <message>
        <source>Shared rare shingles that make a copy.</source>
        <translation>Anteil gemeinsamer seltener Wortfolgen, ab dem ein Text als Kopie gilt.</translation>
    </message>
    <message>
        <source>Silence that counts as idle.</source>
        <translation>So lange Stille zählt als Leerlauf.</translation>
    </message>
    <message>
        <source>Snippet gate</source>
        <translation>Ausschnittschwelle</translation>
    </message>
    <message>
        <source>Source keys to think about; * is all.</source>
        <translation>Quellen, über die nachgedacht wird; * sind alle.</translation>
    </message>
    <message>
        <source>Stands in audit and decisions.</source>
        <translation>Steht in Protokoll und Entscheidungen.</translation>
    </message>
    <message>
        <source>Summaries of goal cycles are kept and used as secondary evidence.</source>
        <translation>Zusammenfassungen von Zielzyklen werden behalten und als nachrangige Belege genutzt.</translation>
    </message>
    <message>
        <source>Tasks a day</source>
        <translation>Aufgaben pro Tag</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Thinking-source filter</source>
        <translation>Denkquellenfilter</translation>
    </message>
    <message>
        <source>Time between two scans.</source>
        <translation>Zeit zwischen zwei Prüfläufen.</translation>
    </message>
    <message>
        <source>Unanswered questions</source>
        <translation>Unbeantwortete Fragen</translation>
    </message>
    <message>
        <source>Upper limit of a task.</source>
        <translation>Obergrenze einer Aufgabe.</translation>
    </message>
    <message>
        <source>Upper limit.</source>
        <translation>Obergrenze.</translation>
    </message>
    <message>
        <source>Write article drafts</source>
        <translation>Artikelentwürfe schreiben</translation>
    </message>
    <message>
        <source>Writes drafts.</source>
        <translation>Schreibt Entwürfe.</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
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
    <name>Confirm</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>NeuroDesk cannot open the profile</source>
        <translation>NeuroDesk kann das Profil nicht öffnen</translation>
    </message>
    <message>
        <source>Something in NeuroDesk went wrong.</source>
        <translation>In NeuroDesk ist etwas schiefgegangen.</translation>
    </message>
    <message>
        <source>What was saved is intact; go on working. A report lies in {path}.</source>
        <translation>Gespeichertes ist unversehrt; arbeiten Sie weiter. Ein Bericht liegt in {path}.</translation>
    </message>
</context>
<context>
    <name>Feed</name>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>By task</source>
        <translation>Nach Aufgabe</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Mitlaufen</translation>
    </message>
    <message>
        <source>NeuroDesk itself</source>
        <translation>NeuroDesk selbst</translation>
    </message>
    <message>
        <source>No faults.</source>
        <translation>Keine Störungen.</translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>Noch nichts geschehen.</translation>
    </message>
    <message>
        <source>Nothing has left this computer.</source>
        <translation>Nichts hat diesen Rechner verlassen.</translation>
    </message>
    <message>
        <source>Only faults</source>
        <translation>Nur Störungen</translation>
    </message>
    <message>
        <source>Outgoing requests</source>
        <translation>Ausgehende Anfragen</translation>
    </message>
    <message>
        <source>Requests that leave this computer, or go to a model, are listed here.</source>
        <translation>Anfragen, die diesen Rechner verlassen oder an ein Modell gehen, stehen hier.</translation>
    </message>
    <message>
        <source>Scans, searches and decisions appear here.</source>
        <translation>Prüfläufe, Suchen und Entscheidungen erscheinen hier.</translation>
    </message>
    <message>
        <source>What the feed shows</source>
        <translation>Was der Verlauf zeigt</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>Add a folder to the library</source>
        <translation>Einen Ordner zur Bibliothek hinzufügen</translation>
    </message>
    <message>
        <source>Add a knowledge base</source>
        <translation>Eine Wissensbasis hinzufügen</translation>
    </message>
    <message>
        <source>Add and read</source>
        <translation>Hinzufügen und einlesen</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Add knowledge base</source>
        <translation>Wissensbasis hinzufügen</translation>
    </message>
    <message>
        <source>Asking the sample's questions</source>
        <translation>Die Fragen des Beispiels werden gestellt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
    <message>
        <source>Choose folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Choose the folder of your articles: Markdown, HTML or JSON. It is only read.</source>
        <translation>Wählen Sie den Ordner Ihrer Artikel: Markdown, HTML oder JSON. Er wird nur gelesen.</translation>
    </message>
    <message>
        <source>Indexing documents</source>
        <translation>Dokumente werden erschlossen</translation>
    </message>
    <message>
        <source>It is being read.</source>
        <translation>Sie wird gerade eingelesen.</translation>
    </message>
    <message>
        <source>It stops; what was read is kept.</source>
        <translation>Hält an; Gelesenes bleibt erhalten.</translation>
    </message>
    <message>
        <source>Its files stay as they are, and so does evidence that came from it.</source>
        <translation>Seine Dateien bleiben, wie sie sind, ebenso die Belege daraus.</translation>
    </message>
    <message>
        <source>Its files stay as they are. Articles, links and findings of it go from this profile.</source>
        <translation>Ihre Dateien bleiben, wie sie sind. Artikel, Verweise und Befunde verschwinden aus diesem Profil.</translation>
    </message>
    <message>
        <source>Looking for translations</source>
        <translation>Übersetzungen werden gesucht</translation>
    </message>
    <message>
        <source>Manuals, standards, saved pages: HTML, Markdown, text, PDF, docx. They are only read.</source>
        <translation>Handbücher, Normen, gesicherte Seiten: HTML, Markdown, Text, PDF, docx. Sie werden nur gelesen.</translation>
    </message>
    <message>
        <source>No knowledge base yet.</source>
        <translation>Noch keine Wissensbasis.</translation>
    </message>
    <message>
        <source>No library yet.</source>
        <translation>Noch keine Bibliothek.</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu einlesen</translation>
    </message>
    <message>
        <source>Reading files</source>
        <translation>Dateien werden gelesen</translation>
    </message>
    <message>
        <source>Refused: {reasons}</source>
        <translation>Abgelehnt: {reasons}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove {name} from NeuroDesk?</source>
        <translation>{name} aus NeuroDesk entfernen?</translation>
    </message>
    <message>
        <source>Remove {name} from the library?</source>
        <translation>{name} aus der Bibliothek entfernen?</translation>
    </message>
    <message>
        <source>Removing what is gone</source>
        <translation>Fehlendes wird entfernt</translation>
    </message>
    <message>
        <source>Resolving links</source>
        <translation>Verweise werden aufgelöst</translation>
    </message>
    <message>
        <source>Storing facts</source>
        <translation>Fakten werden gespeichert</translation>
    </message>
    <message>
        <source>The folder is not there now; its articles are kept.</source>
        <translation>Der Ordner ist gerade nicht da; seine Artikel bleiben erhalten.</translation>
    </message>
    <message>
        <source>The folder is not there now; its index is kept.</source>
        <translation>Der Ordner ist gerade nicht da; sein Verzeichnis bleibt erhalten.</translation>
    </message>
    <message>
        <source>The folder is only read. Hidden folders, links and key files are left out.</source>
        <translation>Der Ordner wird nur gelesen. Versteckte Ordner, Verknüpfungen und Schlüsseldateien bleiben außen vor.</translation>
    </message>
    <message>
        <source>The folder is only read. Nothing is ever written into it but what you promote.</source>
        <translation>Der Ordner wird nur gelesen. Geschrieben wird darin nur, was Sie übernehmen.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>read {when}</source>
        <translation>gelesen {when}</translation>
    </message>
    <message>
        <source>{count} articles</source>
        <translation>{count} Artikel</translation>
    </message>
    <message>
        <source>{count} files with a problem; they are listed in Articles.</source>
        <translation>{count} Dateien mit einem Mangel; sie stehen unter Artikel.</translation>
    </message>
    <message>
        <source>{name} is removed.</source>
        <translation>{name} ist entfernt.</translation>
    </message>
    <message>
        <source>{usable} of {files} documents usable</source>
        <translation>{usable} von {files} Dokumenten verwendbar</translation>
    </message>
</context>
<context>
    <name>Gates</name>
    <message>
        <source>Daily budget</source>
        <translation>Tagesbudget</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>No quiet hours</source>
        <translation>Keine Ruhezeit</translation>
    </message>
    <message>
        <source>Not idle</source>
        <translation>Kein Leerlauf</translation>
    </message>
    <message>
        <source>Not paused</source>
        <translation>Nicht angehalten</translation>
    </message>
    <message>
        <source>Nothing to search</source>
        <translation>Nichts zu durchsuchen</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>Ruhezeiten</translation>
    </message>
    <message>
        <source>Search or library</source>
        <translation>Suche oder Bibliothek</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>Ausgeschaltet</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>Eingeschaltet</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>hält auf</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>offen</translation>
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
    <name>NewTask</name>
    <message>
        <source>0 to 1; higher ones come first</source>
        <translation>0 bis 1; höhere kommen zuerst</translation>
    </message>
    <message>
        <source>Add task</source>
        <translation>Aufgabe hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>It searches your local library and, through SearXNG, the web.</source>
        <translation>Durchsucht Ihre lokale Bibliothek und über SearXNG das Web.</translation>
    </message>
    <message>
        <source>It searches your local library; nothing leaves this computer.</source>
        <translation>Durchsucht Ihre lokale Bibliothek; nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Its rest ends {until}.</source>
        <translation>Die Sperre endet {until}.</translation>
    </message>
    <message>
        <source>Last time, {when}: {outcome}.</source>
        <translation>Zuletzt, {when}: {outcome}.</translation>
    </message>
    <message>
        <source>New research task</source>
        <translation>Neue Rechercheaufgabe</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Question (optional)</source>
        <translation>Frage (freiwillig)</translation>
    </message>
    <message>
        <source>Refused: {reasons}.</source>
        <translation>Abgelehnt: {reasons}.</translation>
    </message>
    <message>
        <source>Repeat all the same</source>
        <translation>Trotzdem wiederholen</translation>
    </message>
    <message>
        <source>Say first what to find out.</source>
        <translation>Sagen Sie zuerst, was herauszufinden ist.</translation>
    </message>
    <message>
        <source>Show the task</source>
        <translation>Aufgabe zeigen</translation>
    </message>
    <message>
        <source>This task is in the queue already.</source>
        <translation>Diese Aufgabe steht schon in der Warteschlange.</translation>
    </message>
    <message>
        <source>This was researched before.</source>
        <translation>Das wurde schon recherchiert.</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Topic, for example: ZFS key loading after a restart</source>
        <translation>Thema, zum Beispiel: ZFS-Schlüssel nach einem Neustart laden</translation>
    </message>
    <message>
        <source>What should be found out?</source>
        <translation>Was soll herausgefunden werden?</translation>
    </message>
    <message>
        <source>{topic} ({state}). A higher priority here raises it.</source>
        <translation>{topic} ({state}). Eine höhere Priorität hier hebt sie an.</translation>
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
        <source>Articles</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Entwürfe</translation>
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
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
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
    <name>Queue</name>
    <message numerus="yes">
        <source>%n character(s) written</source>
        <translation>
            <numerusform>%n Zeichen geschrieben</numerusform>
            <numerusform>%n Zeichen geschrieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>%n Frage</numerusform>
            <numerusform>%n Fragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused before reading</source>
        <translation>
            <numerusform>%n vor dem Lesen abgelehnt</numerusform>
            <numerusform>%n vor dem Lesen abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search querie(s)</source>
        <translation>
            <numerusform>%n Suchanfrage</numerusform>
            <numerusform>%n Suchanfragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) failed</source>
        <translation>
            <numerusform>%n Suche gescheitert</numerusform>
            <numerusform>%n Suchen gescheitert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s) repaired</source>
        <translation>
            <numerusform>%n Satz nachgebessert</numerusform>
            <numerusform>%n Sätze nachgebessert</numerusform>
        </translation>
    </message>
    <message>
        <source>A draft lies on your desk: {title}.</source>
        <translation>Ein Entwurf liegt zur Prüfung: {title}.</translation>
    </message>
    <message>
        <source>A scan looks for gaps, contradictions and stale articles in your knowledge base.</source>
        <translation>Ein Prüflauf sucht nach Lücken, Widersprüchen und Veraltetem in Ihrer Wissensbasis.</translation>
    </message>
    <message>
        <source>Add your folder of articles in Settings, or open the sample: it is read, scanned, and its questions are researched without leaving this computer.</source>
        <translation>Fügen Sie in den Einstellungen den Ordner Ihrer Artikel hinzu, oder öffnen Sie das Beispiel: Es wird gelesen und geprüft, und seine Fragen werden recherchiert, ohne diesen Rechner zu verlassen.</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Erneut stellen</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>Auslöser</translation>
    </message>
    <message>
        <source>Attempt {number}</source>
        <translation>Versuch {number}</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Cancel task</source>
        <translation>Aufgabe abbrechen</translation>
    </message>
    <message>
        <source>Cancel the task</source>
        <translation>Die Aufgabe abbrechen</translation>
    </message>
    <message>
        <source>Change this</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Choose one with the arrow keys.</source>
        <translation>Wählen Sie eine mit den Pfeiltasten.</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>Beschädigt</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Filter tasks</source>
        <translation>Aufgaben filtern</translation>
    </message>
    <message>
        <source>Filter the tasks</source>
        <translation>Die Aufgaben filtern</translation>
    </message>
    <message>
        <source>Goes on</source>
        <translation>Nächster Lauf</translation>
    </message>
    <message>
        <source>It failed: {reason}. What it had found is kept; you may try it again.</source>
        <translation>Sie ist gescheitert: {reason}. Gefundenes bleibt erhalten; Sie können sie erneut stellen.</translation>
    </message>
    <message>
        <source>It is finished.</source>
        <translation>Sie ist beendet.</translation>
    </message>
    <message>
        <source>It is tried as soon as the gates let it.</source>
        <translation>Sie wird versucht, sobald die Bedingungen es zulassen.</translation>
    </message>
    <message>
        <source>It kept {count} text(s), but not enough for an article.</source>
        <translation>Sie behielt {count} Text(e), aber nicht genug für einen Artikel.</translation>
    </message>
    <message>
        <source>It runs already.</source>
        <translation>Sie läuft schon.</translation>
    </message>
    <message>
        <source>It searched and read, but nothing passed the gates; the reasons stand below.</source>
        <translation>Sie hat gesucht und gelesen, aber nichts hat die Schwellen überschritten; die Gründe stehen unten.</translation>
    </message>
    <message>
        <source>It stops after this step.</source>
        <translation>Sie hält nach diesem Schritt an.</translation>
    </message>
    <message>
        <source>It stops after this step. A generation that runs is not aborted.</source>
        <translation>Sie hält nach diesem Schritt an. Eine laufende Modellantwort wird nicht abgebrochen.</translation>
    </message>
    <message>
        <source>It stops after this step. A generation that runs is not aborted; nothing is lost.</source>
        <translation>Sie hält nach diesem Schritt an. Eine laufende Modellantwort wird nicht abgebrochen; nichts geht verloren.</translation>
    </message>
    <message>
        <source>It waits for its turn already.</source>
        <translation>Sie ist schon an der Reihe.</translation>
    </message>
    <message>
        <source>It waits for its turn; higher priorities come first.</source>
        <translation>Sie wartet, bis sie an der Reihe ist; höhere Prioritäten kommen zuerst.</translation>
    </message>
    <message>
        <source>Lower the priority</source>
        <translation>Priorität senken</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>Neue Aufgabe</translation>
    </message>
    <message>
        <source>No knowledge base yet.</source>
        <translation>Noch keine Wissensbasis.</translation>
    </message>
    <message>
        <source>No task matches the filter.</source>
        <translation>Keine Aufgabe passt zum Filter.</translation>
    </message>
    <message>
        <source>No task selected.</source>
        <translation>Keine Aufgabe ausgewählt.</translation>
    </message>
    <message>
        <source>No tasks.</source>
        <translation>Keine Aufgaben.</translation>
    </message>
    <message>
        <source>Only a waiting task has a priority to change.</source>
        <translation>Nur eine wartende Aufgabe hat eine Priorität zu ändern.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Open the draft</source>
        <translation>Entwurf öffnen</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <source>Parked</source>
        <translation>Geparkt</translation>
    </message>
    <message>
        <source>Parked after many tries: {reason}. Nothing is lost; try it again when that is mended.</source>
        <translation>Nach vielen Versuchen geparkt: {reason}. Nichts ging verloren; versuchen Sie es erneut, wenn das behoben ist.</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Put off</source>
        <translation>Zurückgestellt</translation>
    </message>
    <message>
        <source>Put off until {time}</source>
        <translation>Zurückgestellt bis {time}</translation>
    </message>
    <message>
        <source>Put off: {reason}. It goes on at {time} where it stopped.</source>
        <translation>Zurückgestellt: {reason}. Um {time} geht es dort weiter, wo sie anhielt.</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Suchanfragen</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Raise the priority</source>
        <translation>Priorität anheben</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Reset filter</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>Scan</source>
        <translation>Prüflauf</translation>
    </message>
    <message>
        <source>Scan now</source>
        <translation>Prüflauf starten</translation>
    </message>
    <message>
        <source>Scanned: {findings} findings, {candidates} of them worth a task.</source>
        <translation>Geprüft: {findings} Befunde, {candidates} davon sind eine Aufgabe wert.</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show its evidence</source>
        <translation>Belege zeigen</translation>
    </message>
    <message>
        <source>Source filter</source>
        <translation>Quellenfilter</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Starts from</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Stop after this step</source>
        <translation>Nach diesem Schritt anhalten</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Task added.</source>
        <translation>Aufgabe hinzugefügt.</translation>
    </message>
    <message>
        <source>Task cancelled.</source>
        <translation>Aufgabe abgebrochen.</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>The row of this task cannot be read. Other tasks go on; you may cancel it.</source>
        <translation>Die Zeile dieser Aufgabe ist nicht lesbar. Andere laufen weiter; Sie können sie abbrechen.</translation>
    </message>
    <message>
        <source>The worker has taken it and starts in a moment.</source>
        <translation>Sie ist reserviert und beginnt in Kürze.</translation>
    </message>
    <message>
        <source>The worker is at it. Each finished stage is stored.</source>
        <translation>Sie läuft. Jede fertige Stufe wird gespeichert.</translation>
    </message>
    <message>
        <source>The worker is not in this process; it looks by itself.</source>
        <translation>Die Recherche läuft in einem anderen Prozess; sie sieht von selbst nach.</translation>
    </message>
    <message>
        <source>The worker looks at the queue now; the gates still count.</source>
        <translation>Die Warteschlange wird jetzt geprüft; die Bedingungen gelten weiter.</translation>
    </message>
    <message>
        <source>This task was there already; here it is.</source>
        <translation>Diese Aufgabe gab es schon; hier ist sie.</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Try now, or ask again</source>
        <translation>Jetzt versuchen oder erneut stellen</translation>
    </message>
    <message>
        <source>Wake</source>
        <translation>Wecken</translation>
    </message>
    <message>
        <source>Wake the queue</source>
        <translation>Warteschlange wecken</translation>
    </message>
    <message>
        <source>Which tasks</source>
        <translation>Welche Aufgaben</translation>
    </message>
    <message>
        <source>Why is nothing running?</source>
        <translation>Warum läuft gerade nichts?</translation>
    </message>
    <message>
        <source>You cancelled it; what it had found is kept.</source>
        <translation>Sie haben sie abgebrochen; Gefundenes bleibt erhalten.</translation>
    </message>
    <message>
        <source>Your own tasks run all the same: outside idle time and the daily budget.</source>
        <translation>Ihre eigenen Aufgaben laufen trotzdem: außerhalb von Leerlauf und Tagesbudget.</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>not charged</source>
        <translation>nicht angerechnet</translation>
    </message>
    <message>
        <source>nothing at all</source>
        <translation>gar nichts</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>parked</source>
        <translation>geparkt</translation>
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
        <source>shortly</source>
        <translation>in Kürze</translation>
    </message>
    <message>
        <source>since {time}</source>
        <translation>seit {time}</translation>
    </message>
    <message>
        <source>stops after this step</source>
        <translation>hält nach diesem Schritt an</translation>
    </message>
    <message>
        <source>try not charged</source>
        <translation>Versuch nicht angerechnet</translation>
    </message>
    <message>
        <source>when its turn comes</source>
        <translation>wenn sie dran ist</translation>
    </message>
    <message>
        <source>{count} new tasks</source>
        <translation>{count} neue Aufgaben</translation>
    </message>
    <message>
        <source>{kept} kept, {refused} refused</source>
        <translation>{kept} behalten, {refused} abgelehnt</translation>
    </message>
    <message>
        <source>{read} of {all} pages read</source>
        <translation>{read} von {all} Seiten gelesen</translation>
    </message>
    <message>
        <source>{stage}, round {number}</source>
        <translation>{stage}, Runde {number}</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>NeuroDesk was closed</source>
        <translation>NeuroDesk wurde geschlossen</translation>
    </message>
    <message>
        <source>a bug; a report was written</source>
        <translation>ein Programmfehler; ein Bericht liegt vor</translation>
    </message>
    <message>
        <source>a gate closed meanwhile</source>
        <translation>eine Bedingung entfiel</translation>
    </message>
    <message>
        <source>address is not public</source>
        <translation>Adresse ist nicht öffentlich</translation>
    </message>
    <message>
        <source>address was there already</source>
        <translation>Adresse war schon da</translation>
    </message>
    <message>
        <source>asked by you</source>
        <translation>von Ihnen gefragt</translation>
    </message>
    <message>
        <source>broken link</source>
        <translation>toter Verweis</translation>
    </message>
    <message>
        <source>central article</source>
        <translation>zentraler Artikel</translation>
    </message>
    <message>
        <source>characters are damaged</source>
        <translation>Zeichen sind beschädigt</translation>
    </message>
    <message>
        <source>confirmation page</source>
        <translation>Bestätigungsseite</translation>
    </message>
    <message>
        <source>contradicted</source>
        <translation>widersprochen</translation>
    </message>
    <message>
        <source>contradiction</source>
        <translation>Widerspruch</translation>
    </message>
    <message>
        <source>could not be fetched</source>
        <translation>nicht abrufbar</translation>
    </message>
    <message>
        <source>documents cannot be read now</source>
        <translation>Dokumente sind gerade nicht lesbar</translation>
    </message>
    <message>
        <source>done</source>
        <translation>abgeschlossen</translation>
    </message>
    <message>
        <source>draft written</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>evidence only</source>
        <translation>nur Belege</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>full text does not fit</source>
        <translation>Volltext passt nicht</translation>
    </message>
    <message>
        <source>host is denied</source>
        <translation>Host ist gesperrt</translation>
    </message>
    <message>
        <source>host is not in the source filter</source>
        <translation>Host steht nicht im Quellenfilter</translation>
    </message>
    <message>
        <source>its worker went silent</source>
        <translation>Bearbeitung verstummte</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>kind of task is unknown</source>
        <translation>unbekannte Art von Aufgabe</translation>
    </message>
    <message>
        <source>low quality</source>
        <translation>geringe Güte</translation>
    </message>
    <message>
        <source>missing section</source>
        <translation>fehlender Abschnitt</translation>
    </message>
    <message>
        <source>near duplicate</source>
        <translation>beinahe doppelt</translation>
    </message>
    <message>
        <source>no external evidence</source>
        <translation>keine äußeren Belege</translation>
    </message>
    <message>
        <source>no model answers</source>
        <translation>kein Modell antwortet</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>kein Text</translation>
    </message>
    <message>
        <source>no text could be extracted</source>
        <translation>kein Text zu gewinnen</translation>
    </message>
    <message>
        <source>no usable document in the library</source>
        <translation>kein brauchbares Dokument in der Bibliothek</translation>
    </message>
    <message>
        <source>nothing useful found</source>
        <translation>ohne Fund</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>own text, no evidence</source>
        <translation>eigener Text, kein Beleg</translation>
    </message>
    <message>
        <source>page budget was used up</source>
        <translation>Seitenbudget verbraucht</translation>
    </message>
    <message>
        <source>pages refuse to be read</source>
        <translation>Seiten verweigern den Abruf</translation>
    </message>
    <message>
        <source>partly supported</source>
        <translation>teilweise belegt</translation>
    </message>
    <message>
        <source>question of the sample</source>
        <translation>Frage des Beispiels</translation>
    </message>
    <message>
        <source>read</source>
        <translation>gelesen</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>search does not answer</source>
        <translation>Suche antwortet nicht</translation>
    </message>
    <message>
        <source>search engines block</source>
        <translation>Suchmaschinen sperren</translation>
    </message>
    <message>
        <source>snippet does not fit</source>
        <translation>Ausschnitt passt nicht</translation>
    </message>
    <message>
        <source>source changed</source>
        <translation>Quelle geändert</translation>
    </message>
    <message>
        <source>source is out of date</source>
        <translation>Quelle ist veraltet</translation>
    </message>
    <message>
        <source>stub</source>
        <translation>Stummel</translation>
    </message>
    <message>
        <source>supported</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>text was there already</source>
        <translation>Text war schon da</translation>
    </message>
    <message>
        <source>the worker is paused</source>
        <translation>die Recherche ist angehalten</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>zu groß</translation>
    </message>
    <message>
        <source>took too long</source>
        <translation>dauerte zu lange</translation>
    </message>
    <message>
        <source>translation differs</source>
        <translation>Übersetzung weicht ab</translation>
    </message>
    <message>
        <source>type cannot be read</source>
        <translation>Art ist nicht lesbar</translation>
    </message>
    <message>
        <source>unanswered question</source>
        <translation>Frage ohne Antwort</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>unbelegt</translation>
    </message>
    <message>
        <source>weakly linked</source>
        <translation>schwach verknüpft</translation>
    </message>
    <message>
        <source>you stopped it</source>
        <translation>von Ihnen angehalten</translation>
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
    <name>Sample</name>
    <message>
        <source>The sample is being read; the worker starts on its questions by itself.</source>
        <translation>Das Beispiel wird gelesen; die Recherche beginnt von selbst mit seinen Fragen.</translation>
    </message>
    <message>
        <source>The sample is read: {articles} articles, {findings} findings, {tasks} tasks.</source>
        <translation>Das Beispiel ist gelesen: {articles} Artikel, {findings} Befunde, {tasks} Aufgaben.</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Also set as</source>
        <translation>Auch einstellbar als</translation>
    </message>
    <message>
        <source>Articles and promotion</source>
        <translation>Artikel und Übernahme</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Changed · Default: {default}</source>
        <translation>Geändert · Standard: {default}</translation>
    </message>
    <message>
        <source>Changes apply at once and stand in the file settings.toml.</source>
        <translation>Änderungen gelten sofort und stehen in der Datei settings.toml.</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Bequem</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message>
        <source>Copy these names</source>
        <translation>Diese Namen kopieren</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Default: {value}</source>
        <translation>Standard: {value}</translation>
    </message>
    <message>
        <source>Each switch stands for itself. Work on the local library needs none of them.</source>
        <translation>Jeder Schalter steht für sich. Arbeit mit der lokalen Bibliothek braucht keinen davon.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <source>Fixed by the command line for this run</source>
        <translation>Für diesen Lauf durch die Befehlszeile festgelegt</translation>
    </message>
    <message>
        <source>Fixed by the environment variable {name}</source>
        <translation>Festgelegt durch die Umgebungsvariable {name}</translation>
    </message>
    <message>
        <source>Folders of documents that research searches like the web, without the web.</source>
        <translation>Ordner mit Dokumenten, die wie das Web durchsucht werden, ohne das Web.</translation>
    </message>
    <message>
        <source>Folders that are read. Only what you promote is ever written into them.</source>
        <translation>Ordner, die gelesen werden. Geschrieben wird darin nur, was Sie übernehmen.</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation>Hoher Kontrast, dunkel</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation>Hoher Kontrast, hell</translation>
    </message>
    <message>
        <source>It needs a number.</source>
        <translation>Hier gehört eine Zahl hin.</translation>
    </message>
    <message>
        <source>Knowledge bases</source>
        <translation>Wissensbasen</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Local library</source>
        <translation>Lokale Bibliothek</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Weiteres</translation>
    </message>
    <message>
        <source>No setting found.</source>
        <translation>Keine Einstellung gefunden.</translation>
    </message>
    <message>
        <source>Not taken · {value} stays in effect</source>
        <translation>Nicht übernommen · gültig bleibt {value}</translation>
    </message>
    <message>
        <source>Now: {value}</source>
        <translation>Jetzt: {value}</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Research</source>
        <translation>Recherche</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset {label}</source>
        <translation>{label} zurücksetzen</translation>
    </message>
    <message>
        <source>Search and network</source>
        <translation>Suche und Netz</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settings that hold “{text}”</source>
        <translation>Einstellungen mit „{text}“</translation>
    </message>
    <message>
        <source>This cannot be used here.</source>
        <translation>Das geht hier nicht.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Values from {low} on are allowed.</source>
        <translation>Erlaubt sind Werte ab {low}.</translation>
    </message>
    <message>
        <source>Values from {low} to {high} are allowed.</source>
        <translation>Erlaubt sind Werte von {low} bis {high}.</translation>
    </message>
    <message>
        <source>What may run</source>
        <translation>Was laufen darf</translation>
    </message>
    <message>
        <source>Where the value comes from</source>
        <translation>Woher der Wert kommt</translation>
    </message>
    <message>
        <source>You and the display</source>
        <translation>Sie und die Anzeige</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>from {low} to {high}</source>
        <translation>von {low} bis {high}</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>{label} is back at its default.</source>
        <translation>{label} steht wieder auf dem Standard.</translation>
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
    <name>SourceFilter</name>
    <message>
        <source>A narrow filter discards web evidence from every host that is not listed.</source>
        <translation>Ein enger Filter verwirft Webbelege von jedem Host, der nicht aufgeführt ist.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a host, for example docs.example.org</source>
        <translation>Host hinzufügen, zum Beispiel docs.example.org</translation>
    </message>
    <message>
        <source>All sources</source>
        <translation>Alle Quellen</translation>
    </message>
    <message>
        <source>An empty filter is not All. Choose at least one source.</source>
        <translation>Ein leerer Filter ist nicht „Alle“. Wählen Sie mindestens eine Quelle.</translation>
    </message>
    <message>
        <source>Host to add</source>
        <translation>Hinzuzufügender Host</translation>
    </message>
    <message>
        <source>Listed hosts: {hosts}. What is discarded is counted at each task.</source>
        <translation>Aufgeführte Hosts: {hosts}. Verworfenes wird bei jeder Aufgabe gezählt.</translation>
    </message>
    <message>
        <source>Nothing is chosen: nothing is thought about.</source>
        <translation>Nichts ist gewählt: über nichts wird nachgedacht.</translation>
    </message>
    <message>
        <source>Only these</source>
        <translation>Nur diese</translation>
    </message>
    <message>
        <source>Scanner and research look only at articles of these sources. A task keeps the filter it started with.</source>
        <translation>Prüflauf und Recherche sehen nur Artikel dieser Quellen. Eine Aufgabe behält den Filter, mit dem sie begann.</translation>
    </message>
    <message>
        <source>Thinking-source filter</source>
        <translation>Denkquellenfilter</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>{name} · knowledge base, {count} articles</source>
        <translation>{name} · Wissensbasis, {count} Artikel</translation>
    </message>
    <message>
        <source>{name} · local library</source>
        <translation>{name} · lokale Bibliothek</translation>
    </message>
    <message>
        <source>{name} · web</source>
        <translation>{name} · Web</translation>
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
<context>
    <name>Status</name>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Activity {key}</source>
        <translation>Aktivität {key}</translation>
    </message>
    <message>
        <source>All tasks are put off</source>
        <translation>Alle Aufgaben sind zurückgestellt</translation>
    </message>
    <message>
        <source>Change the limit</source>
        <translation>Grenze ändern</translation>
    </message>
    <message>
        <source>Daily budget is used up</source>
        <translation>Tagesbudget verbraucht</translation>
    </message>
    <message>
        <source>Embedded engine</source>
        <translation>Eingebaute Maschine</translation>
    </message>
    <message>
        <source>Enter an address</source>
        <translation>Adresse eintragen</translation>
    </message>
    <message>
        <source>It stops after this step; a generation that runs is not aborted.</source>
        <translation>Sie hält nach diesem Schritt an; eine laufende Modellantwort wird nicht abgebrochen.</translation>
    </message>
    <message>
        <source>Its drafts are extractive: sentences of your sources, no language model.</source>
        <translation>Ihre Entwürfe sind Auszüge: Sätze Ihrer Quellen, kein Sprachmodell.</translation>
    </message>
    <message>
        <source>Lets no task start. One that runs stops after its step; nothing is lost.</source>
        <translation>Lässt keine Aufgabe beginnen. Eine laufende hält nach ihrem Schritt an; nichts geht verloren.</translation>
    </message>
    <message>
        <source>Library and search settings</source>
        <translation>Bibliothek und Suche</translation>
    </message>
    <message>
        <source>Library only</source>
        <translation>Nur Bibliothek</translation>
    </message>
    <message>
        <source>Local library: {files} documents in {count} folder(s).</source>
        <translation>Lokale Bibliothek: {files} Dokumente in {count} Ordner(n).</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models: {count} node(s)</source>
        <translation>Modelle: {count} Knoten</translation>
    </message>
    <message>
        <source>No local library yet.</source>
        <translation>Noch keine lokale Bibliothek.</translation>
    </message>
    <message>
        <source>No model server is set; the embedded engine plans, writes and checks.</source>
        <translation>Kein Modellserver ist eingetragen; die eingebaute Maschine plant, schreibt und prüft.</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nichts zu tun</translation>
    </message>
    <message>
        <source>Nothing to search</source>
        <translation>Nichts zu durchsuchen</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Parked tasks wait for you</source>
        <translation>Geparkte Aufgaben warten auf Sie</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Pause and resume</source>
        <translation>Anhalten und fortsetzen</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Queue {count}</source>
        <translation>Warteschlange {count}</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>Ruhezeiten</translation>
    </message>
    <message>
        <source>Reading, {count} page(s) so far</source>
        <translation>Liest, bisher {count} Seite(n)</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Running since {time}.</source>
        <translation>Läuft seit {time}.</translation>
    </message>
    <message>
        <source>Scanning the articles</source>
        <translation>Prüft die Artikel</translation>
    </message>
    <message>
        <source>Scans, searches, decisions and faults, grouped by task.</source>
        <translation>Prüfläufe, Suchen, Entscheidungen und Störungen, nach Aufgabe.</translation>
    </message>
    <message>
        <source>SearXNG is off; nothing leaves this computer.</source>
        <translation>SearXNG ist aus; nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>SearXNG is on, but cannot be used.</source>
        <translation>SearXNG ist an, aber nicht nutzbar.</translation>
    </message>
    <message>
        <source>SearXNG is on.</source>
        <translation>SearXNG ist an.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search by meaning covers all {count} passages.</source>
        <translation>Die Suche nach Bedeutung umfasst alle {count} Textstellen.</translation>
    </message>
    <message>
        <source>Search by meaning covers {done} of {total} passages; the rest follows in the background.</source>
        <translation>Die Suche nach Bedeutung umfasst {done} von {total} Textstellen; der Rest folgt im Hintergrund.</translation>
    </message>
    <message>
        <source>Search ready</source>
        <translation>Suche bereit</translation>
    </message>
    <message>
        <source>Searching, {count} queries so far</source>
        <translation>Sucht, bisher {count} Anfragen</translation>
    </message>
    <message>
        <source>Show or hide it</source>
        <translation>Zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Show the queue</source>
        <translation>Warteschlange zeigen</translation>
    </message>
    <message>
        <source>So many tasks of the scanner may start on a calendar day; your own do not count.</source>
        <translation>So viele Aufgaben des Prüflaufs dürfen an einem Kalendertag beginnen; Ihre eigenen zählen nicht.</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Starts in a moment</source>
        <translation>Beginnt gleich</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>Ausgeschaltet</translation>
    </message>
    <message>
        <source>The count starts again at {time}.</source>
        <translation>Um {time} beginnt die Zählung neu.</translation>
    </message>
    <message>
        <source>The worker is paused; nothing starts until you resume it.</source>
        <translation>Die Recherche ist angehalten; nichts beginnt, bis Sie sie fortsetzen.</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Today {used}/{limit}</source>
        <translation>Heute {used}/{limit}</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Waits for a model</source>
        <translation>Wartet auf ein Modell</translation>
    </message>
    <message>
        <source>Waits for idle</source>
        <translation>Wartet auf Leerlauf</translation>
    </message>
    <message>
        <source>Waits for your question</source>
        <translation>Wartet auf Ihre Frage</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Recherche</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Arbeitet</translation>
    </message>
    <message>
        <source>Works in another process</source>
        <translation>Arbeitet in einem anderen Prozess</translation>
    </message>
    <message>
        <source>{done} done, {failed} failed.</source>
        <translation>{done} abgeschlossen, {failed} gescheitert.</translation>
    </message>
    <message>
        <source>{queued} waiting, {deferred} put off, {running} running.</source>
        <translation>{queued} warten, {deferred} zurückgestellt, {running} laufen.</translation>
    </message>
    <message>
        <source>“{topic}”</source>
        <translation>„{topic}“</translation>
    </message>
</context>
<context>
    <name>Switch</name>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
</context>
<context>
    <name>Tasks</name>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Checking claims</source>
        <translation>Aussagen prüfen</translation>
    </message>
    <message>
        <source>Choosing evidence</source>
        <translation>Belege auswählen</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Abgeschlossen</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>Planung</translation>
    </message>
    <message>
        <source>Put off</source>
        <translation>Zurückgestellt</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Scanner</source>
        <translation>Prüflauf</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Writing the article</source>
        <translation>Artikel schreiben</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Von Hand</translation>
    </message>
</context>
<context>
    <name>Time</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h</source>
        <translation>
            <numerusform>%n Std.</numerusform>
            <numerusform>%n Std.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation>
            <numerusform>%n Min.</numerusform>
            <numerusform>%n Min.</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt; 1 min</source>
        <translation>&lt; 1 Min.</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} Std. {minutes} Min.</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} Min. {seconds} s</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>A question of yours is being answered ({calls} call(s)).</source>
        <translation>Eine Frage von Ihnen wird beantwortet ({calls} Aufruf(e)).</translation>
    </message>
    <message>
        <source>Add a library folder, or switch SearXNG on in Settings.</source>
        <translation>Fügen Sie einen Bibliotheksordner hinzu, oder schalten Sie SearXNG in den Einstellungen ein.</translation>
    </message>
    <message>
        <source>Add a task, or start a scan.</source>
        <translation>Fügen Sie eine Aufgabe hinzu, oder starten Sie einen Prüflauf.</translation>
    </message>
    <message>
        <source>Autonomous operation is off; only your own tasks would run.</source>
        <translation>Der selbsttätige Betrieb ist ausgeschaltet; nur Ihre eigenen Aufgaben würden laufen.</translation>
    </message>
    <message>
        <source>Choose a parked task and try it again.</source>
        <translation>Wählen Sie eine geparkte Aufgabe und versuchen Sie sie erneut.</translation>
    </message>
    <message>
        <source>Every task is deferred.</source>
        <translation>Alle Aufgaben sind zurückgestellt.</translation>
    </message>
    <message>
        <source>Goes on when a model answers{at}.</source>
        <translation>Es geht weiter, wenn ein Modell antwortet{at}.</translation>
    </message>
    <message>
        <source>Goes on when it answers{at}.</source>
        <translation>Es geht weiter, wenn sie antwortet{at}.</translation>
    </message>
    <message>
        <source>Goes on when the first one is due{at}.</source>
        <translation>Es geht weiter, wenn die erste fällig ist{at}.</translation>
    </message>
    <message>
        <source>Goes on when the worker has started.</source>
        <translation>Es geht weiter, wenn die Recherche gestartet ist.</translation>
    </message>
    <message>
        <source>Goes on when you pause{at}.</source>
        <translation>Es geht weiter, wenn Sie pausieren{at}.</translation>
    </message>
    <message>
        <source>Goes on when you resume it.</source>
        <translation>Es geht weiter, wenn Sie sie fortsetzen.</translation>
    </message>
    <message>
        <source>Goes on{at}.</source>
        <translation>Es geht weiter{at}.</translation>
    </message>
    <message>
        <source>No model can work ({fault}).</source>
        <translation>Kein Modell kann arbeiten ({fault}).</translation>
    </message>
    <message>
        <source>No worker is running.</source>
        <translation>Keine Recherche läuft.</translation>
    </message>
    <message>
        <source>Nothing is queued.</source>
        <translation>Es wartet keine Aufgabe.</translation>
    </message>
    <message>
        <source>SearXNG cannot be used ({fault}) and no local library is indexed.</source>
        <translation>SearXNG ist nicht nutzbar ({fault}), und keine lokale Bibliothek ist erschlossen.</translation>
    </message>
    <message>
        <source>Switch it on in Settings, or add a library folder.</source>
        <translation>Schalten Sie sie in den Einstellungen ein, oder fügen Sie einen Bibliotheksordner hinzu.</translation>
    </message>
    <message>
        <source>Switch it on in Settings, or add a task of your own.</source>
        <translation>Schalten Sie ihn in den Einstellungen ein, oder stellen Sie selbst eine Aufgabe.</translation>
    </message>
    <message>
        <source>Task {task} is running.</source>
        <translation>Aufgabe {task} läuft.</translation>
    </message>
    <message>
        <source>The next task starts at the next check.</source>
        <translation>Die nächste Aufgabe beginnt bei der nächsten Prüfung.</translation>
    </message>
    <message>
        <source>The worker is paused.</source>
        <translation>Die Recherche ist angehalten.</translation>
    </message>
    <message>
        <source>There is no local library, and research on the web for your own tasks is off.</source>
        <translation>Es gibt keine lokale Bibliothek, und die Webrecherche für Ihre eigenen Aufgaben ist aus.</translation>
    </message>
    <message>
        <source>There is nothing to search: no local library is indexed and SearXNG is off.</source>
        <translation>Es gibt nichts zu durchsuchen: Keine lokale Bibliothek ist erschlossen, und SearXNG ist aus.</translation>
    </message>
    <message>
        <source>These are quiet hours.</source>
        <translation>Es ist Ruhezeit.</translation>
    </message>
    <message>
        <source>Today's budget is spent: {used} of {limit} tasks.</source>
        <translation>Das Tagesbudget ist verbraucht: {used} von {limit} Aufgaben.</translation>
    </message>
    <message>
        <source>You are working; autonomous tasks wait until you pause.</source>
        <translation>Der Rechner wird benutzt; selbsttätige Aufgaben warten, bis Sie pausieren.</translation>
    </message>
    <message>
        <source>at {time}</source>
        <translation>um {time}</translation>
    </message>
    <message>
        <source>{parked} task(s) are parked; nothing else is queued.</source>
        <translation>{parked} Aufgabe(n) sind geparkt; sonst wartet nichts.</translation>
    </message>
</context>
</TS>
