"""Word lists of German and English that comparing facts rests on.

Every list is closed and general: function words, counting words, negators, bounds, opposites and a small
technical German/English dictionary. What stands in no list is handled by the patterns of the sibling modules.
"""

from __future__ import annotations

from typing import Final


def word_set(text: str) -> frozenset[str]:
    """Make a set of the words of a text."""
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in text.split("|"))


# Words that carry no subject matter: they never count for overlap; adding or dropping them changes no fact.
FUNCTION_WORDS: Final = word_set("""
    'd 'll 're 's 've a aber able about actually additionally again against aktuell all alle allen
    aller allerdings alles already als also although am among an and andere anderen anderer anderes
    anhand another ans anschliessend any are as at auch auf aufs aus ausserdem basically be beachte
    beachten because been bei beide beiden beim being bereits between bin bis bist bitte both but by
    bzw came can come comes could currently d.h da dabei dadurch dafuer daher damit danach dann
    daran darauf daraus darf darin darueber das dass davon dazu dein deine deinem deinen deiner
    deines dem den denn dennoch der derzeit des deshalb dich did die diese diesem diesen dieser
    dieses dir do doch does doing done dort down du duerfen durch durfte during e.g each eben
    ebenfalls ebenso eigentlich ein eine einem einen einer eines einfach einige entsprechend er erst
    es etc etwa etwas even every ferner few finally first folglich for from fuer furthermore gab
    geben gegen gemaess generally gerade get gets gewesen gibt give given gives gleich gleichen go
    goes got grundsaetzlich habe haben had has hast hat hatte hatten have having he hence her here
    hier hierfuer hierzu him hin hinweis his how however i i.e ich if ihm ihn ihr ihre ihrem ihren
    ihrer ihres im in ins into is ist it it's its ja je jede jedem jeden jeder jedes jedoch jene
    jener jenes jetzt jeweilige jeweiligen jeweils just kann kannst koennen koennt koennte koennten
    laesst lass lassen later laut least less let lets made mag make makes making mal man many may me
    mehr mein meine mich might mir mit mittels moechte moechten moechtest more moreover most much
    muessen muesst muss musst musste mussten must my naemlich need needed needs next noch nor
    normalerweise normally note now nun ob oder of off on one one's ones onto or other our out over
    own per please pro quite rather same schliesslich schon sehr seid sein seine seinem seinen
    seiner seines seit selbst shall she should sich sie simply since sind so soll sollen sollte
    sollten solltest some somit sondern sowie still such take taken takes than that the their them
    then there therefore these they thing things this those though through thus till to too took
    towards trotzdem typically ueber ueblicherweise um und uns unser unsere unserem unseren unserer
    unter until up us use used uses using usually usw very via viele vielen vom von waehrend wann
    want wants war waren warum was way ways we weil weiterhin welche welchem welchen welcher welches
    well weniger wenn went wer werden were what when where which while who whom whose why wie wieder
    will wir wird with within wo wohl wollen wollte worden would wurde wurden yet you your z.b zu
    zudem zuerst zum zunaechst zur zwischen
    """)

# Adverbs and openings whose insertion or removal changes nothing that can be checked.
FILLERS: Final = FUNCTION_WORDS | word_set("""
    accordingly afterward afterwards allem aware besonders briefly certainly clearly conveniently
    correctly directly direkt easily erfolgreich especially essentially eventuell exactly exakt
    fortunately ganz gegebenenfalls genau generell ggf gluecklicherweise hauptsaechlich hierbei
    hierdurch hiermit hint importantly indeed info information insgesamt instead interestingly
    inzwischen keep known korrekt kurz leicht leider literally mainly meanwhile merke mind
    mittlerweile natuerlich naturally obviously offenbar ordnungsgemaess otherwise overall
    particularly perhaps possibly precisely prinzipiell properly quickly really remember
    respectively richtig schnell selbstverstaendlich shortly sofort specifically stattdessen
    successfully tatsaechlich tip uebrigens unfortunately vielleicht vor wichtig wichtige wissen
    zusaetzlich
    """)

NUMBER_WORDS: Final[dict[str, float]] = {
    **dict.fromkeys(word_set("zero null"), 0),
    **dict.fromkeys(word_set("one eins"), 1),
    **dict.fromkeys(word_set("two zwei zwo zweien"), 2),
    **dict.fromkeys(word_set("three drei dreien"), 3),
    **dict.fromkeys(word_set("four vier vieren"), 4),
    **dict.fromkeys(word_set("five fuenf"), 5),
    **dict.fromkeys(word_set("six sechs"), 6),
    **dict.fromkeys(word_set("seven sieben"), 7),
    **dict.fromkeys(word_set("eight acht"), 8),
    **dict.fromkeys(word_set("nine neun"), 9),
    **dict.fromkeys(word_set("ten zehn"), 10),
    **dict.fromkeys(word_set("eleven elf"), 11),
    **dict.fromkeys(word_set("twelve zwoelf dozen dutzend"), 12),
    **dict.fromkeys(word_set("thirteen dreizehn"), 13),
    **dict.fromkeys(word_set("fourteen vierzehn"), 14),
    **dict.fromkeys(word_set("fifteen fuenfzehn"), 15),
    **dict.fromkeys(word_set("sixteen sechzehn"), 16),
    **dict.fromkeys(word_set("seventeen siebzehn"), 17),
    **dict.fromkeys(word_set("eighteen achtzehn"), 18),
    **dict.fromkeys(word_set("nineteen neunzehn"), 19),
    **dict.fromkeys(word_set("twenty zwanzig"), 20),
    **dict.fromkeys(word_set("thirty dreissig"), 30),
    **dict.fromkeys(word_set("forty vierzig"), 40),
    **dict.fromkeys(word_set("fifty fuenfzig"), 50),
    **dict.fromkeys(word_set("sixty sechzig"), 60),
    **dict.fromkeys(word_set("seventy siebzig"), 70),
    **dict.fromkeys(word_set("eighty achtzig"), 80),
    **dict.fromkeys(word_set("ninety neunzig"), 90),
    **dict.fromkeys(word_set("half halb halbe halben halber halbes"), 0.5),
    **dict.fromkeys(word_set("anderthalb eineinhalb"), 1.5),
}
MULTIPLIERS: Final[dict[str, float]] = {
    **dict.fromkeys(word_set("hundred hundert hundreds"), 100.0),
    **dict.fromkeys(word_set("thousand tausend tsd tsd."), 1000.0),
    **dict.fromkeys(word_set("million millions millionen mio mio. mn"), 1000000.0),
    **dict.fromkeys(word_set("billion billions milliarde milliarden mrd mrd. bn"), 1000000000.0),
    **dict.fromkeys(word_set("trillion trillions"), 1000000000000.0),
    **dict.fromkeys(word_set("dozen dutzend"), 12),
}
TIMES_WORDS: Final[dict[str, float]] = {
    **dict.fromkeys(word_set("once einmal"), 1),
    **dict.fromkeys(word_set("twice zweimal doppelt"), 2),
    **dict.fromkeys(word_set("thrice dreimal dreifach"), 3),
    **dict.fromkeys(word_set("viermal vierfach"), 4),
    **dict.fromkeys(word_set("fuenfmal"), 5),
}
ORDINALS: Final[dict[str, int]] = {
    **dict.fromkeys(word_set("first erst"), 1),
    **dict.fromkeys(word_set("second zweit"), 2),
    **dict.fromkeys(word_set("third dritt"), 3),
    **dict.fromkeys(word_set("fourth viert"), 4),
    **dict.fromkeys(word_set("fifth fuenft"), 5),
    **dict.fromkeys(word_set("sixth sechst"), 6),
    **dict.fromkeys(word_set("seventh siebt siebent"), 7),
    **dict.fromkeys(word_set("eighth achte"), 8),
    **dict.fromkeys(word_set("ninth neunt"), 9),
    **dict.fromkeys(word_set("tenth zehnt"), 10),
    **dict.fromkeys(word_set("eleventh elft"), 11),
    **dict.fromkeys(word_set("twelfth zwoelft"), 12),
}
MONTHS: Final[dict[str, int]] = {
    name: number
    for number, names in enumerate(
        (
            "january januar jan jaenner",
            "february februar feb",
            "march maerz mar",
            "april apr",
            "may mai",
            "june juni jun",
            "july juli jul",
            "august aug",
            "september sep sept",
            "october oktober oct okt",
            "november nov",
            "december dezember dec dez",
        ),
        start=1,
    )
    for name in names.split()
}

# dimension, factor. Sizes are in bytes, times in seconds, lengths in metres, masses in grams.
UNITS: Final[dict[str, tuple[str, float]]] = {
    **dict.fromkeys(word_set("byte bytes"), ("size", 1.0)),
    **dict.fromkeys(word_set("bit bits"), ("size_bit", 0.125)),
    **dict.fromkeys(word_set("kb kbyte kbytes kilobyte kilobytes"), ("size", 1000.0)),
    **dict.fromkeys(word_set("mb mbyte mbytes megabyte megabytes"), ("size", 1000000.0)),
    **dict.fromkeys(word_set("gb gbyte gbytes gigabyte gigabytes"), ("size", 1000000000.0)),
    **dict.fromkeys(word_set("tb tbyte tbytes terabyte terabytes"), ("size", 1000000000000.0)),
    **dict.fromkeys(word_set("pb pbyte pbytes petabyte petabytes"), ("size", 1000000000000000.0)),
    **dict.fromkeys(word_set("eb ebyte ebytes"), ("size", 1e18)),
    **dict.fromkeys(word_set("kib kibyte kibibyte kibibytes"), ("size_bin", 1024.0)),
    **dict.fromkeys(word_set("mib mibyte mebibyte mebibytes"), ("size_bin", 1048576.0)),
    **dict.fromkeys(word_set("gib gibyte gibibyte gibibytes"), ("size_bin", 1073741824.0)),
    **dict.fromkeys(word_set("tib tibyte tebibyte tebibytes"), ("size_bin", 1099511627776.0)),
    **dict.fromkeys(word_set("pib pibyte"), ("size_bin", 1125899906842624.0)),
    **dict.fromkeys(word_set("eib eibyte"), ("size_bin", 1.152921504606847e18)),
    **dict.fromkeys(word_set("kbit kbits kilobit kilobits"), ("size_bit", 125.0)),
    **dict.fromkeys(word_set("mbit mbits megabit megabits"), ("size_bit", 125000.0)),
    **dict.fromkeys(word_set("gbit gbits gigabit gigabits"), ("size_bit", 125000000.0)),
    **dict.fromkeys(word_set("tbit tbits"), ("size_bit", 125000000000.0)),
    **dict.fromkeys(word_set("kibit"), ("size_bit", 128.0)),
    **dict.fromkeys(word_set("mibit"), ("size_bit", 131072.0)),
    **dict.fromkeys(word_set("gibit"), ("size_bit", 134217728.0)),
    **dict.fromkeys(word_set("tibit"), ("size_bit", 137438953472.0)),
    **dict.fromkeys(word_set("kbps"), ("rate_bit", 125.0)),
    **dict.fromkeys(word_set("mbps"), ("rate_bit", 125000.0)),
    **dict.fromkeys(word_set("gbps"), ("rate_bit", 125000000.0)),
    **dict.fromkeys(word_set("ns nanosecond nanoseconds nanosekunde nanosekunden"), ("time", 1e-09)),
    **dict.fromkeys(word_set("us µs microseconds mikrosekunden mikrosekunde"), ("time", 1e-06)),
    **dict.fromkeys(word_set("ms msec millisecond milliseconds millisekunde millisekunden"), ("time", 0.001)),
    **dict.fromkeys(word_set("s sec secs second seconds sek sekunde sekunden"), ("time", 1.0)),
    **dict.fromkeys(word_set("min mins minute minutes minuten minuetig minuetige"), ("time", 60.0)),
    **dict.fromkeys(word_set("h hr hrs hour hours std stunde stunden stuendig stuendige"), ("time", 3600.0)),
    **dict.fromkeys(word_set("d day days tag tage tagen tages taegig taegige"), ("time", 86400.0)),
    **dict.fromkeys(word_set("week weeks woche wochen woechig woechige"), ("time", 604800.0)),
    **dict.fromkeys(word_set("fortnight fortnights"), ("time", 1209600.0)),
    **dict.fromkeys(word_set("month months monat monate monaten monats"), ("months", 1.0)),
    **dict.fromkeys(word_set("quarter quarters quartal quartale"), ("months", 3.0)),
    **dict.fromkeys(word_set("year years jahr jahre jahren jahres jaehrig jaehrige"), ("months", 12.0)),
    **dict.fromkeys(word_set("decade decades jahrzehnt jahrzehnte jahrzehnten"), ("months", 120.0)),
    **dict.fromkeys(word_set("century centuries jahrhundert jahrhunderte jahrhunderten"), ("months", 1200.0)),
    **dict.fromkeys(word_set("% percent prozent prozentpunkte vh"), ("percent", 1.0)),
    **dict.fromkeys(word_set("€ eur euro euros"), ("eur", 1.0)),
    **dict.fromkeys(word_set("cent cents"), ("cent", 1.0)),
    **dict.fromkeys(word_set("$ usd us$ dollar dollars"), ("usd", 1.0)),
    **dict.fromkeys(word_set("£ gbp pound pounds pfund"), ("gbp", 1.0)),
    **dict.fromkeys(word_set("chf franken francs"), ("chf", 1.0)),
    **dict.fromkeys(word_set("hz hertz"), ("frequency", 1.0)),
    **dict.fromkeys(word_set("khz kilohertz"), ("frequency", 1000.0)),
    **dict.fromkeys(word_set("mhz megahertz"), ("frequency", 1000000.0)),
    **dict.fromkeys(word_set("ghz gigahertz"), ("frequency", 1000000000.0)),
    **dict.fromkeys(word_set("nm nanometer nanometre"), ("length", 1e-09)),
    **dict.fromkeys(word_set("mm millimeter millimetre millimeters"), ("length", 0.001)),
    **dict.fromkeys(word_set("cm zentimeter centimeter centimetre centimeters"), ("length", 0.01)),
    **dict.fromkeys(word_set("m meter metre meters metres metern"), ("length", 1.0)),
    **dict.fromkeys(word_set("km kilometer kilometre kilometers kilometern"), ("length", 1000.0)),
    **dict.fromkeys(word_set("mile miles meile meilen"), ("mile", 1.0)),
    **dict.fromkeys(word_set("inch inches zoll"), ("inch", 1.0)),
    **dict.fromkeys(word_set("mg milligramm"), ("mass", 0.001)),
    **dict.fromkeys(word_set("gramm gram grams"), ("mass", 1.0)),
    **dict.fromkeys(word_set("kg kilogramm kilogram kilo kilos"), ("mass", 1000.0)),
    **dict.fromkeys(word_set("tonne tonnen tonnes"), ("mass", 1000000.0)),
    **dict.fromkeys(word_set("w watt watts"), ("power", 1.0)),
    **dict.fromkeys(word_set("kw kilowatt"), ("power", 1000.0)),
    **dict.fromkeys(word_set("mw megawatt"), ("power", 1000000.0)),
    **dict.fromkeys(word_set("kwh"), ("energy", 1000.0)),
    **dict.fromkeys(word_set("v volt volts"), ("voltage", 1.0)),
    **dict.fromkeys(word_set("°c celsius"), ("celsius", 1.0)),
    **dict.fromkeys(word_set("°f fahrenheit"), ("fahrenheit", 1.0)),
    **dict.fromkeys(word_set("px pixel pixels"), ("pixel", 1.0)),
    **dict.fromkeys(word_set("times mal fach x"), ("times", 1.0)),
}
PER_WORDS: Final = word_set("jeden jedem im / a an each every je jede jeder jedes per pro")
PERIOD_ADVERBS: Final[dict[str, tuple[str, float]]] = {
    **dict.fromkeys(word_set("hourly stuendlich"), ("time", 3600.0)),
    **dict.fromkeys(word_set("daily taeglich"), ("time", 86400.0)),
    **dict.fromkeys(word_set("weekly woechentlich"), ("time", 604800.0)),
    **dict.fromkeys(word_set("monthly monatlich"), ("months", 1.0)),
    **dict.fromkeys(word_set("yearly annually jaehrlich"), ("months", 12.0)),
}

# Bounds: ge/gt/le/lt/approx. A phrase is matched on folded words, longest first, near the number.
BOUNDS_LEFT: Final[dict[str, str]] = {
    **dict.fromkeys(
        _phrases("""
        at least | mindestens | minimum | minimum of | at minimum | min | min. | minimal | wenigstens |
        zumindest | ab | starting at | starting from | starting with | beginning with | upwards of |
        floor of | untergrenze von | as of | since | seit | not under | as from | >= | ≥ | => |
        as many as | angefangen bei | lower limit of | lower bound of | minimal of | mind | mind. |
        fruehestens | earliest | at the earliest | not before | nicht vor
        """),
        "ge",
    ),
    **dict.fromkeys(
        _phrases("""
        more than | over | above | exceeds | exceed | exceeding | beyond | in excess of | mehr als |
        ueber | oberhalb | oberhalb von | jenseits von | > | newer than | later than | upward of |
        uebersteigt | uebersteigen | ueberschreitet | ueberschreiten | exceeded | surpasses | surpass |
        surpassing | tops | topping
        """),
        "gt",
    ),
    **dict.fromkeys(
        _phrases("""
        at most | up to | maximum | maximum of | max | max. | maximal | hoechstens | bis zu | bis |
        within | innerhalb von | binnen | capped at | limited to | a limit of | ceiling of | cap of |
        obergrenze von | begrenzt auf | beschraenkt auf | limit von | until | through | <= | ≤ |
        upper limit of | upper bound of | at the most | allerhoechstens | maximum von | spaetestens |
        limit of | gedeckelt auf | gedeckelt bei | as little as |
        latest | at the latest | not after | nicht nach
        """),
        "le",
    ),
    **dict.fromkeys(
        _phrases("""
        less than | fewer than | under | below | weniger als | unter | unterhalb | unterhalb von | < |
        short of | older than | earlier than | unterschreitet | unterschreiten | falls below |
        minder als | shy of
        """),
        "lt",
    ),
    **dict.fromkeys(
        _phrases("""
        about | around | approximately | roughly | circa | ca | ca. | etwa | ungefaehr | rund | approx |
        approx. | ~ | ≈ | nearly | almost | fast | knapp | beinahe | an estimated | schaetzungsweise |
        annaehernd | in the region of
        """),
        "approx",
    ),
}
BOUNDS_RIGHT: Final[dict[str, str]] = {
    **dict.fromkeys(
        _phrases("""
        or more | or higher | or later | or newer | or above | or greater | or better | or larger |
        or longer | or up | and up | and above | and higher | and later | and newer | and more |
        oder mehr | oder hoeher | oder neuer | oder spaeter | oder groesser | oder darueber |
        oder laenger | oder besser | und mehr | und hoeher | und neuer | und darueber | aufwaerts |
        upwards | upward | at minimum | at the least | at a minimum | at least | mindestens | minimum |
        nicht unterschreiten | nicht unterschritten | onwards | onward | als minimum | als untergrenze |
        wenigstens | zumindest | als mindestwert |
        fruehestens | at the earliest
        """),
        "ge",
    ),
    **dict.fromkeys(
        _phrases("""
        ueberschreiten | ueberschritten | uebersteigen | ueberschreitet | uebersteigt
        """),
        "gt",
    ),
    **dict.fromkeys(
        _phrases("""
        or less | or fewer | or lower | or below | or earlier | or older | or smaller | or shorter |
        and below | and lower | oder weniger | oder niedriger | oder darunter | oder aelter |
        oder kleiner | oder kuerzer | und weniger | und darunter | at most | at the most | tops |
        maximum | max | hoechstens | maximal | nicht ueberschreiten | nicht ueberschritten |
        nicht uebersteigen | at maximum | als maximum | als obergrenze | als hoechstwert |
        at the outside | abwaerts | downwards |
        spaetestens | at the latest
        """),
        "le",
    ),
    **dict.fromkeys(_phrases("unterschreiten | unterschritten | unterschreitet"), "lt"),
    **dict.fromkeys(_phrases("or so | approximately | roughly | in etwa"), "approx"),
}
BOUND_FLIP: Final[dict[str, str]] = {"gt": "le", "ge": "lt", "lt": "ge", "le": "gt", "approx": "approx"}
# Comparatives before "than"/"als": direction of the bound they set.
COMPARATIVES: Final[dict[str, str]] = {
    **dict.fromkeys(
        word_set("""
        more greater larger bigger higher longer newer later faster older heavier wider taller deeper
        stronger farther further mehr groesser hoeher laenger neuer spaeter schneller aelter schwerer
        breiter tiefer staerker weiter
        """),
        "gt",
    ),
    **dict.fromkeys(
        word_set("""
        less fewer smaller lower shorter earlier slower younger lighter narrower weaker nearer sooner
        weniger kleiner niedriger geringer kuerzer frueher langsamer juenger leichter schmaler
        schwaecher naeher minder
        """),
        "lt",
    ),
}

NEGATORS: Final = word_set("""
    arent barely cannot cant couldnt didnt doesnt dont hadnt hardly hasnt havent isnt kaum kein
    keine keinem keinen keiner keinerlei keines keinesfalls keineswegs keins mitnichten mustnt n't
    neither never nicht nichts nie niemals niemand niemandem niemanden nimmer nimmermehr nirgends
    nirgendwo no nobody none nor not nothing nowhere nowise ohne rarely scarcely schwerlich seldom
    selten shouldnt wasnt weder werent without wont wouldnt
    """)
NEGATOR_PHRASES: Final = (
    ("by", "no", "means"),
    ("in", "no", "way"),
    ("under", "no", "circumstances"),
    ("on", "no", "account"),
    ("auf", "keinen", "fall"),
    ("in", "keinem", "fall"),
    ("unter", "keinen", "umstaenden"),
    ("far", "from"),
    ("anything", "but"),
    ("alles", "andere", "als"),
    ("turned", "down"),
    ("turn", "down"),
    ("turns", "down"),
    ("rather", "than"),
    ("instead", "of"),
    ("free", "of"),
    ("no", "longer"),
    ("nicht", "mehr"),
    ("no", "more"),
    ("in", "den", "seltensten", "faellen"),
    ("less", "than", "ever"),
    ("little", "does"),
    ("little", "do"),
    ("off", "limits"),
    ("out", "of", "the", "question"),
    ("nicht", "in", "frage"),
    ("nicht", "im", "geringsten"),
    ("nicht", "im", "mindesten"),
    ("not", "in", "the", "slightest"),
    ("not", "in", "the", "least"),
    ("not", "at", "all"),
    ("ganz", "und", "gar", "nicht"),
    ("not", "ever"),
)
# Followed by these, a negator negates nothing ("not only", "nicht nur", "no matter").
NEGATOR_EXCUSES: Final = word_set("""
    allein bloss doubt just lediglich matter merely necessarily nur only solely umsonst
    """)
# Verbs and adjectives that deny the thing they govern.
DENIERS: Final = word_set(
    """
    fail fails failed failing refuse refuses refused refusing deny denies denied avoid avoids avoided
    avoiding prevent prevents prevented lack lacks lacked lacking cease ceases ceased unable incapable
    forbid forbids forbidden forbade prohibit prohibits prohibited decline declines declined reject
    rejects rejected disallow disallowed omit omits omitted skip skips skipped stop stops stopped halt
    halts halted unlikely unlike impossible refrain refrains refrained abstain abstains preclude
    precludes precluded bar barred bars spare spared withhold withholds withheld exempt exempted ban
    bans banned outlawed suppress suppressed inhibit inhibits inhibited hinder hinders hindered neglect
    neglects neglected nary verweigern verweigert verweigerte verhindern verhindert scheitert scheitern
    gescheitert unterlassen unterlaesst verbietet verbieten verboten verbot untersagt untersagen
    vermeiden vermeidet vermied versaeumt versaeumen unfaehig ausserstande verzichten verzichtet
    unmoeglich lehnt ablehnen abgelehnt unterbinden unterbindet unterbunden misslingt misslungen
    verfehlt ausbleiben ausbleibt entfaellt entfallen verwehrt verwehren versagt versagen unterbleibt
    unterbleiben wegfallen wegfaellt eruebrigt hindert hindern unterdrueckt ausgesetzt
    """
)
ONLY_WORDS: Final = word_set("""
    alleinig alone ausschliesslich bloss einzig exclusive exclusively lediglich merely nur only
    purely solely
    """)
EXCEPT_WORDS: Final = word_set("""
    ausgenommen ausschliesslich-nicht ausser barring except excepting excluding unless
    """)
EXCEPT_PHRASES: Final = (
    ("es", "sei", "denn"),
    ("mit", "ausnahme"),
    ("abgesehen", "von"),
    ("apart", "from"),
    ("aside", "from"),
    ("other", "than"),
    ("with", "the", "exception"),
    ("save", "for"),
)
IF_WORDS: Final = word_set("""
    falls if insofern once provided sobald sofern solange soweit vorausgesetzt wenn when whenever
    """)
IF_PHRASES: Final = (
    ("as", "long", "as"),
    ("in", "case"),
    ("only", "when"),
    ("im", "falle"),
    ("unter", "der", "bedingung"),
)
