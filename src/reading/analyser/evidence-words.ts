import { cueFinder, type Cues } from "../../text/phrases/cue-table.ts";

/** How a report hedges what it says, weakest claim last; `thwarted` was tried and stopped. */
export type Hedge = "likely" | "possibly" | "may" | "attempted" | "thwarted";
type Meaning = Hedge | "actor" | "succeeded";

/**
 * Words of evidence by language: hedges, attempts that failed, and somebody who acts. `*` is any ending. To add
 * a language, add an entry.
 */
const WORDS: Readonly<Record<string, Cues<Meaning>>> = {
  en: {
    likely: ["likely", "probably", "presumably", "most likely", "believed to have", "assess* that"],
    possibly: [
      "possibly",
      "perhaps",
      "reportedly",
      "allegedly",
      "suspected of",
      "appears to have",
      "appear to have",
      "suspected to have",
      "seems to have",
      "seem to have",
    ],
    may: ["may have", "might have", "could have", "may also have", "may be", "might be"],
    attempted: [
      "attempted to",
      "attempt to",
      "attempts to",
      "attempting to",
      "attempted",
      "tried to",
      "trying to",
      "tries to",
      "sought to",
    ],
    thwarted: [
      "was blocked",
      "were blocked",
      "blocked by",
      "blocked the",
      "was prevented",
      "were prevented",
      "prevented the",
      "was thwarted",
      "were thwarted",
      "thwarted",
      "was stopped",
      "were stopped",
      "was unsuccessful",
      "were unsuccessful",
      "unsuccessfully",
      "without success",
      "in vain",
      "but failed",
      "attempt failed",
      "attempts failed",
      "failed to",
      "was quarantined",
      "were quarantined",
      "foiled",
      "was detected and blocked",
    ],
    succeeded: [
      "successfully",
      "was successful",
      "were successful",
      "succeeded",
      "eventually",
      "before attempting to",
    ],
    actor: [
      "actor",
      "actors",
      "attacker",
      "attackers",
      "adversary",
      "adversaries",
      "hackers",
      "hacker",
      "intruder",
      "intruders",
      "threat group",
      "gang",
      "operators",
      "affiliates",
      "criminals",
      "cybercriminals",
      "the group",
      "spies",
    ],
  },
  de: {
    likely: ["wahrscheinlich", "vermutlich", "mutmaßlich"],
    possibly: ["möglicherweise", "offenbar", "angeblich", "eventuell"],
    may: ["könnte*", "dürfte*"],
    attempted: ["versuchte", "versuchten", "versucht", "versuchen"],
    thwarted: [
      "blockiert",
      "verhindert",
      "vereitelt",
      "scheiterte",
      "scheiterten",
      "erfolglos",
      "abgewehrt",
      "vergeblich",
    ],
    actor: ["Angreifer*", "Täter", "Akteur*", "Hacker", "Hackergruppe", "Kriminelle*"],
  },
  fr: {
    likely: ["probablement", "vraisemblablement", "sans doute"],
    possibly: [
      "peut-être",
      "possiblement",
      "apparemment",
      "semble avoir",
      "semblent avoir",
      "aurait",
      "auraient",
    ],
    may: ["pourrait*", "a pu", "ont pu"],
    attempted: [
      "a tenté de",
      "ont tenté de",
      "tenté d'",
      "a essayé de",
      "ont essayé de",
      "tentative de",
    ],
    thwarted: [
      "bloquée",
      "bloqué",
      "bloquées",
      "bloqués",
      "empêchée",
      "empêché",
      "sans succès",
      "a échoué",
      "ont échoué",
      "en vain",
      "déjouée",
    ],
    actor: [
      "attaquant*",
      "pirates",
      "acteur",
      "acteurs",
      "assaillant*",
      "cybercriminel*",
      "opérateurs",
    ],
  },
  es: {
    likely: ["probablemente", "presumiblemente"],
    possibly: ["posiblemente", "tal vez", "al parecer", "supuestamente", "habría", "habrían"],
    may: ["podría*", "pudo haber", "pudieron haber"],
    attempted: ["intentó", "intentaron", "trató de", "trataron de", "intento de"],
    thwarted: [
      "bloqueado",
      "bloqueada",
      "bloqueados",
      "bloqueadas",
      "impidió",
      "sin éxito",
      "fracasó",
      "fracasaron",
      "frustrado",
      "frustrada",
    ],
    actor: [
      "atacante*",
      "actores",
      "actor de amenazas",
      "hackers",
      "ciberdelincuente*",
      "operadores",
    ],
  },
  ru: {
    likely: ["вероятно", "скорее всего", "по всей видимости"],
    possibly: ["возможно", "предположительно", "по-видимому", "якобы"],
    may: ["могли", "может быть"],
    attempted: ["пытал*", "попытал*", "попытк*"],
    thwarted: ["заблокирован*", "предотвра*", "безуспешно", "неудачн*", "не удалось", "пресечен*"],
    actor: ["злоумышленник*", "атакующ*", "хакер*", "группировк*", "преступник*", "операторы"],
  },
  zh: {
    likely: ["很可能", "极有可能"],
    possibly: ["可能", "疑似", "据称"],
    may: ["或许"],
    attempted: ["试图", "企图", "尝试"],
    thwarted: ["被阻止", "被拦截", "被阻断", "未成功", "未能", "失败", "阻止了", "拦截了"],
    actor: ["攻击者", "黑客", "威胁行为者", "该组织", "攻击组织", "团伙"],
  },
};

const find = cueFinder<Meaning>(Object.values(WORDS));
const STRONGEST: readonly Hedge[] = ["thwarted", "attempted", "may", "possibly", "likely"];

/** How evidence hedges, and whether somebody acts in it. */
export function readEvidence(evidence: string): { hedge: Hedge | null; hasActor: boolean } {
  const meanings = new Set(find(evidence).map(({ meaning }) => meaning));
  const hedge = STRONGEST.find((one) => meanings.has(one)) ?? null;
  const isDone = meanings.has("succeeded") && (hedge === "attempted" || hedge === "thwarted");
  return {
    hedge: isDone ? null : hedge,
    hasActor: meanings.has("actor"),
  };
}
