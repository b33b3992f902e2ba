import { cueFinder, type Cues } from "../../../text/phrases/cue-table.ts";

/** Words in sentences about law enforcement operations, by language. To add a language, add an entry. */
const POLICE: Readonly<Record<string, Cues<"police">>> = {
  en: {
    police: [
      "police",
      "law enforcement",
      "Europol",
      "Eurojust",
      "Interpol",
      "National Crime Agency",
      "prosecutor*",
      "authorities announced",
      "authorities seized",
      "arrest*",
      "takedown*",
      "took down",
      "taken down",
      "dismantl*",
      "seized by",
      "seizure",
    ],
  },
  de: {
    police: ["Polizei*", "Bundeskriminalamt", "BKA", "Ermittler*", "Strafverfolg*", "Razzia*"],
  },
  fr: {
    police: ["gendarmerie", "forces de l'ordre", "parquet", "arrestation*", "démantel*", "saisie*"],
  },
  es: { police: ["policía", "guardia civil", "fiscalía", "detenid*", "desmantel*", "incaut*"] },
  ru: { police: ["полици*", "правоохранительн*", "Европол*", "Интерпол*", "задержан*", "арест*"] },
  zh: { police: ["警方", "执法", "欧洲刑警", "国际刑警", "逮捕", "捣毁"] },
};

/** Known names of law enforcement operations, folded. */
const KNOWN: ReadonlySet<string> = new Set(
  "endgame cronos duckhunt ladybird magnus tovar onymous bayonet poweroff darkhuntor cookiemonster spector talent".split(
    " ",
  ),
);

const find = cueFinder(Object.values(POLICE));

/**
 * Returns whether an operation is a law enforcement operation, by its name or its sentence.
 * @param name includes the word for an operation in front
 */
export function isOfPolice(name: string, sentence: string): boolean {
  const own = name
    .replace(/^\S+\s/u, "")
    .toLowerCase()
    .replaceAll(" ", "");
  return KNOWN.has(own) || find(sentence).length > 0;
}
