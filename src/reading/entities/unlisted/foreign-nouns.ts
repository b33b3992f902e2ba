import { languageOf } from "../../../text/language/language-of.ts";
import type { NameSign } from "./find-signs.ts";
import { isDistinct } from "./read-name.ts";

/** Beginnings and endings of nouns common in reports, for languages that capitalize every noun. */
const NOUNS: Readonly<Record<string, { stems: readonly string[]; endings: readonly string[] }>> = {
  de: {
    stems:
      words(`abwehr akteur analyse angreifer angriff anwender backup bande bedrohung befehl behörde benutzer
      betreiber computer daten datei dienst einbrecher erfolg erpress ermittler experte familie fernzugriff firma
      forscher gauner gefahr gerät gruppe hintertür infektion kampagne komponente konto konzern kriminell kunde
      lösegeld lücke malware mitarbeiter mitglied nutzer opfer passw polizei programm prozess rechner sabot schad
      schwachstelle server sicherheit software spion staat system täter trojaner unternehmen variante verbindung
      verbrecher verfassungsschutz verschlüssel virus werkzeug wurm zugang zugriff`),
    endings: words(
      `ung ungen heit keit schaft tion tionen ität ismus software programm angriff gruppe trojaner`,
    ),
  },
};

/**
 * Judges whether a name is an ordinary noun of the surrounding language. Quotation marks and unusual letters make any
 * word a name.
 * @returns a function that detects the language of each passage once for all names in it
 */
export function foreignNounJudge(): (sign: NameSign, passage: string) => boolean {
  let last: { passage: string; language: string | null } = { passage: "", language: null };
  return ({ name, isQuoted }, passage) => {
    if (isQuoted || isDistinct(name)) return false;
    if (last.passage !== passage) last = { passage, language: languageOf(passage) };
    const nouns = NOUNS[last.language ?? ""];
    const noun = name.toLowerCase().split(" ").at(-1) ?? "";
    if (nouns === undefined) return false;
    const { stems, endings } = nouns;
    return (
      stems.some((stem) => noun.startsWith(stem)) || endings.some((ending) => noun.endsWith(ending))
    );
  };
}

function words(list: string): string[] {
  return list.trim().split(/\s+/u);
}
