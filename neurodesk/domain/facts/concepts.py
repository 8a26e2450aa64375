"""Opposites and a small technical German/English dictionary, by stem.

Both are general: they hold vocabulary of system administration and everyday prose, never a product or a
sentence. A stem in `CONCEPTS` stands for the same thing in both languages; a stem in `OPPOSITES` \
stands for a
concept with a sign, so that "not enabled" and "disabled" are one statement.
"""

from __future__ import annotations

from typing import Final

from neurodesk.domain.facts.stems import stem

# Each line: positive words | negative words. German and English in one line are the same concept.
_OPPOSITES: Final = """
enable enabled activate activated active aktivieren aktiviert aktiv einschalten freischalten | \
disable disabled deactivate deactivated inactive deaktivieren deaktiviert inaktiv ausschalten \
abschalten
allow allowed permit permitted erlauben erlaubt zulassen zugelassen gestatten gestattet zulaessig \
allows permits grant granted | deny denied forbid forbidden prohibit prohibited disallow disallowed \
block blocked verbieten verboten untersagen untersagt blockieren blockiert sperren gesperrt \
unzulaessig verweigern verweigert
before prior vor bevor vorher vorab | after nach nachdem danach nachher hinterher afterwards following
increase increased raise raised grow grew rise rose erhoehen erhoeht steigern steigt stiegen \
gestiegen steigen wachsen anheben vergroessern zunehmen | decrease decreased reduce reduced lower \
lowered shrink fall fell drop dropped decline declined verringern verringert reduzieren reduziert \
senken gesenkt sinken sinkt gesunken fallen verkleinern vermindern abnehmen
start started launch begin began starten gestartet beginnen beginnt begann begonnen | stop stopped \
halt end ended finish finished stoppen gestoppt beenden beendet endet enden anhalten
open opened oeffnen geoeffnet offen | close closed shut schliessen geschlossen
add added insert inserted append hinzufuegen hinzugefuegt ergaenzen einfuegen | remove removed \
delete deleted erase entfernen entfernt loeschen geloescht
install installed installieren installiert | uninstall uninstalled deinstallieren deinstalliert
mount mounted einhaengen mounten | unmount unmounted umount aushaengen unmounten
connect connected verbinden verbunden | disconnect disconnected trennen getrennt
lock locked | unlock unlocked entsperren entsperrt
encrypt encrypted verschluesseln verschluesselt | decrypt decrypted unencrypted plaintext \
entschluesseln entschluesselt unverschluesselt
upgrade aufwerten | downgrade
upload hochladen hochgeladen | download herunterladen heruntergeladen
push | pull
import importieren importiert | export exportieren exportiert
required mandatory necessary compulsory erforderlich notwendig zwingend noetig pflicht obligatorisch \
| optional freiwillig unnecessary unnoetig ueberfluessig entbehrlich
always immer stets jederzeit | never nie niemals
public oeffentlich oeffentliche | private privat private
internal intern interne | external extern externe
first erste | last final letzte
above oberhalb upper obere oberen | below unterhalb lower untere unteren
left links linke | right rechts rechte
true wahr | false falsch
success succeed succeeded succeeds erfolg erfolgreich gelingt gelungen | fail failed fails failure \
fehlschlagen fehlschlaegt fehlgeschlagen misslingt scheitert
accept accepted accepts akzeptieren akzeptiert annehmen angenommen | reject rejected rejects refuse \
refused ablehnen abgelehnt lehnt zurueckweisen
include included includes including enthalten enthaelt inklusive einschliesslich | exclude excluded \
excludes excluding ausschliessen ausgeschlossen exklusive
automatic automatically automatisch selbsttaetig | manual manually manuell haendisch
win won wins gewinnen gewann gewonnen siegen siegte | lose lost loses verlieren verlor verloren
buy bought buys purchase kaufen kaufte gekauft erwerben erwarb erworben acquire acquired | sell sold \
sells verkaufen verkaufte verkauft
profit gain nettogewinn gewinn | loss verlust
safe secure sicher | unsafe insecure unsicher
same identical gleich identisch | different unterschiedlich verschieden
more mehr | less fewer weniger
fast faster schnell schneller quick | slow slower langsam langsamer
large larger big bigger gross groesser grosse | small smaller klein kleiner kleine
long longer lang laenger | short shorter kurz kuerzer
high higher hoch hoeher hohe | low niedrig niedriger niedrige
early earlier frueh frueher | late later spaet spaeter
new newer neu neuer neue | old older alt aelter alte
good better gut besser gute | bad worse schlecht schlechter schlechte
possible moeglich | impossible unmoeglich
ascending aufsteigend | descending absteigend
read-only schreibgeschuetzt | writable beschreibbar
online | offline
visible sichtbar | hidden invisible versteckt unsichtbar verborgen
full voll | empty leer
attach attached anhaengen | detach detached
incoming inbound eingehend eingehende eingehenden | outgoing outbound ausgehend ausgehende ausgehenden
real reales echt | fictional fiktiv fictitious fake
alive living lebend | dead verstorben tot
born geboren | died gestorben starb
inside innerhalb within drinnen | outside ausserhalb draussen
together gemeinsam zusammen | separately getrennt
support supported supports unterstuetzen unterstuetzt | oppose opposed opposes bekaempfen
north northern nord noerdlich noerdliche | south southern sued suedlich suedliche
east eastern ost oestlich oestliche | west western westlich westliche
temporary temporarily temporaer voruebergehend vorlaeufig | permanent permanently dauerhaft endgueltig
expand extend erweitern verlaengern | shrink shorten verkuerzen
sync synchronous synchron | asynchronous asynchron
strengthen staerken | weaken schwaechen
present vorhanden anwesend available verfuegbar | absent missing fehlend abwesend unavailable
legal legitimate erlaubtes | illegal illegitimate
many viele zahlreiche multiple several mehrere | single einzige few wenige
everyone everybody everything everywhere jedermann | nobody nothing nowhere
"""

# Each line is one concept; the first word names it. Words of one line are the same thing for our purposes.
_CONCEPTS: Final = """
use utilize verwenden verwendet benutzen benutzt nutzen nutzt genutzt gebrauchen einsetzen eingesetzt
show display anzeigen angezeigt zeigen zeigt
create erstellen erstellt anlegen angelegt erzeugen erzeugt generate generated
run execute ausfuehren ausgefuehrt executed laufen laeuft laufend
restart reboot neustart neustarten neugestartet
change modify aendern geaendert veraendern anpassen angepasst modified adjust
replace ersetzen ersetzt substitute austauschen
save store stored speichern gespeichert abspeichern ablegen
copy kopieren kopiert
move verschieben verschoben
check verify pruefen geprueft ueberpruefen ueberprueft kontrollieren verified
test testen getestet
configure konfigurieren konfiguriert konfiguration configuration einrichten eingerichtet einrichtung \
einstellen setup
setting einstellung einstellungen option
file datei dateien
directory folder verzeichnis verzeichnisse ordner
user benutzer nutzer anwender
password passwort kennwort passwoerter
key schluessel
server servers
host rechner machine maschine
network netzwerk netz
address adresse adressen
port ports
service dienst dienste
command befehl befehle kommando
line zeile zeilen
step schritt schritte
backup sicherung sicherungen datensicherung backups sicherungskopie
data daten
database datenbank datenbanken
connection verbindung verbindungen
access zugriff zugang zugreifen
permission berechtigung berechtigungen recht rechte permissions
certificate zertifikat zertifikate
disk drive festplatte laufwerk platte
memory speicher arbeitsspeicher ram
storage speicherplatz
size groesse
number anzahl zahl
time zeit
name namen bezeichnung
value wert werte
version versionen release
example beispiel
error fehler
message nachricht meldung
question frage
answer antwort
system systeme
application anwendung app
program programm software
package paket pakete
update aktualisieren aktualisiert aktualisierung
website webseite site homepage
page seite seiten
browser
log protokoll logs
account konto benutzerkonto
customer kunde kunden
company firma unternehmen
country land
city stadt
state bundesstaat
price preis preise cost kosten
month monat
invoice rechnung rechnungen
order bestellung
contract vertrag
retention aufbewahrung vorhaltezeit aufbewahrungsfrist
limit grenze grenzwert
expire ablaufen abgelaufen verfallen
keep kept aufbewahren behalten aufbewahrt
wait warten
need benoetigen benoetigt brauchen braucht require requires erfordert
contain contains beinhalten beinhaltet
support unterstuetzung
receive erhalten erhaelt empfangen bekommen
send sent senden gesendet schicken versenden
write schreiben geschrieben written wrote
read lesen gelesen
find found finden gefunden
choose select chosen selected waehlen auswaehlen ausgewaehlt gewaehlt
enter input eingeben eingegeben type
click klicken
login anmelden einloggen log-in anmeldung
logout abmelden ausloggen
firewall
rule regel regeln
traffic datenverkehr verkehr
request anfrage anfragen requests
response
domain domaene
device geraet geraete
partition partitionen
cluster
node knoten nodes
image abbild images
container
volume
environment umgebung
variable variablen
tutorial anleitung artikel article guide
introduction einleitung einfuehrung
requirement voraussetzung voraussetzungen prerequisite prerequisites
result ergebnis conclusion fazit
film movie
band group gruppe
author writer autor schriftsteller
singer vocalist saenger
book buch buecher
president praesident
war krieg
people menschen leute personen
child kind kinder childhood
house haus
car auto vehicle fahrzeug
doctor arzt
woman frau frauen
man mann maenner
kill killed toeten getoetet
murder murdered ermorden ermordet
found-establish establish established founded gruenden gegruendet
film-release veroeffentlichen veroeffentlicht published publish
part teil
member mitglied mitglieder
song lied
album
series serie reihe
television tv fernsehen
america american usa us united-states amerika amerikanisch amerikanische amerikanischer
germany german deutschland deutsch deutsche deutscher
france french frankreich franzoesisch franzoesische
england english englisch englische
britain british britisch britische grossbritannien
italy italian italien italienisch italienische
spain spanish spanien spanisch spanische
india indian indien indisch indische
china chinese chinesisch chinesische
japan japanese japanisch japanische
russia russian russland russisch russische
canada canadian kanada kanadisch kanadische
australia australian australien australisch australische
africa african afrika afrikanisch
europe european europa europaeisch europaeische
norway norwegian norwegen norwegisch norwegische
brazil brazilian brasilien brasilianisch brasilianische
taiwan taiwanese taiwanesisch taiwanesische
egypt egyptian aegypten aegyptisch
iran iranian iranisch iranische
slovakia slovak slowakei slowakisch slowakische
mexico mexican mexiko mexikanisch
actor actress schauspieler schauspielerin acting
direct directed director regie regisseur
produce produced producer produzieren produziert produzent
marry married wife husband spouse heiraten verheiratet ehefrau ehemann
job work arbeiten arbeit
inhabitant inhabitants einwohner resident population
field bereich
area gebiet region
language sprache
information informationen
interface schnittstelle oberflaeche
token
group gruppen
quick rasch
"""


def _opposites() -> dict[str, tuple[str, int]]:
    signs: dict[str, tuple[str, int]] = {}
    for line in _OPPOSITES.strip().splitlines():
        positive, negative = (side.split() for side in line.split("|"))
        name = stem(positive[0])
        for words, sign in ((positive, 1), (negative, -1)):
            for word in words:
                signs.setdefault(stem(word), (name, sign))
    return signs


def _concepts() -> dict[str, str]:
    names: dict[str, str] = {}
    for line in _CONCEPTS.strip().splitlines():
        words = line.split()
        name = stem(words[0])
        for word in words:
            names.setdefault(stem(word), name)
    return names


OPPOSITES: Final[dict[str, tuple[str, int]]] = _opposites()
CONCEPTS: Final[dict[str, str]] = _concepts()


def concept(word_stem: str) -> str:
    """Name the concept of a stem: the same for synonyms and translations, the stem itself when unlisted."""
    return CONCEPTS.get(word_stem, word_stem)
