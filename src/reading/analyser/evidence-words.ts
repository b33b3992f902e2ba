import { cueFinder, type Cues, listPhrases } from "../../text/phrases/cue-table.ts";
import { ACTOR_WORDS } from "../recognition/acts/actor-words.ts";

/** How a report hedges a claim, weakest last. `thwarted` was tried and stopped. */
export type Hedge = "likely" | "possibly" | "may" | "attempted" | "thwarted";

/**
 * Cues other than hedges: an actor, a completed action, a failure in its own clause (`failed`), a victim's omission
 * (`neglected`), a reference to the clause before (`refers`). `they` is both an actor and a reference.
 */
export type EvidenceCue =
  | Hedge
  | "actor"
  | "succeeded"
  | "failed"
  | "neglected"
  | "refers"
  | "they";

/** Verbs of what a victim failed to do. */
const NEGLECTED =
  listPhrases(`apply, block, change, check, close, detect, disable, enable, enforce, fix, identify,
  implement, install, investigate, keep, monitor, notice, patch, prevent, protect, recognize, recognise, remove,
  replace, report, respond, restrict, rotate, secure, segment, stop, update, upgrade, use, verify`);
/** The subset that no adversary attempts. After "but", either side may be the one that failed. */
const DEFENDING =
  listPhrases(`block, detect, fix, identify, investigate, notice, patch, prevent, protect, recognize,
  recognise, respond, secure`);

/**
 * Evidence words by language: hedges, failed attempts and actors. `*` matches any ending. To add a language, add an
 * entry.
 */
const WORDS: Readonly<Record<string, Cues<EvidenceCue>>> = {
  en: {
    likely:
      listPhrases(`likely, probably, presumably, most likely, likely that, probable that, believed to have,
      believe* that, assess* that`),
    possibly:
      listPhrases(`possibly, possible that, perhaps, reportedly, allegedly, suspected of, appears to have, appear
      to have, suspected to have, seems to have, seem to have`),
    may: ["may have", "might have", "could have", "may also have", "may be", "might be"],
    attempted:
      listPhrases(`attempted to, attempt to, attempts to, attempting to, attempted, tried to, trying to, tries to,
      sought to`),
    thwarted:
      listPhrases(`was blocked, were blocked, blocked by, blocked the, was prevented, were prevented, prevented
      the, was thwarted, were thwarted, thwarted, was stopped, were stopped, was unsuccessful, were
      unsuccessful, unsuccessfully, without success, in vain, but failed, attempt failed, attempts
      failed, was quarantined, were quarantined, foiled, was detected and blocked`),
    failed: ["failed to", "but failed to", "fails to", "unable to", "did not manage to"],
    neglected: [
      ...NEGLECTED.flatMap((verb) => [`failed to ${verb}`, `fails to ${verb}`]),
      ...DEFENDING.map((verb) => `but failed to ${verb}`),
    ],
    they: ["they"],
    refers: ["it", "them", "this", "these", "both", "attempt*", "effort*", "intrusion"],
    succeeded: listPhrases(
      `successfully, was successful, were successful, succeeded, eventually, before attempting to,
      not blocked, not prevented, not stopped, never blocked, never prevented, never stopped, wasn't blocked,
      neither blocked`,
    ),
  },
  de: {
    likely: ["wahrscheinlich", "vermutlich", "mutmaßlich"],
    possibly: ["möglicherweise", "offenbar", "angeblich", "eventuell"],
    may: ["könnte*", "dürfte*"],
    attempted: ["versuchte", "versuchten", "versucht", "versuchen"],
    thwarted: listPhrases(
      `blockiert, verhindert, vereitelt, scheiterte, scheiterten, erfolglos, abgewehrt, vergeblich`,
    ),
    succeeded: ["nicht blockiert", "nicht verhindert", "nicht abgewehrt"],
    refers: ["Versuch*", "dies", "dabei"],
  },
  fr: {
    likely: ["probablement", "vraisemblablement", "sans doute"],
    possibly: listPhrases(
      `peut-être, possiblement, apparemment, semble avoir, semblent avoir, aurait, auraient`,
    ),
    may: ["pourrait*", "a pu", "ont pu"],
    attempted: listPhrases(
      `a tenté de, ont tenté de, tenté d', a essayé de, ont essayé de, tentative de`,
    ),
    thwarted:
      listPhrases(`bloquée, bloqué, bloquées, bloqués, empêchée, empêché, sans succès, a échoué, ont échoué, en
      vain, déjouée`),
    succeeded: ["pas été bloqué*", "pas été empêché*"],
  },
  es: {
    likely: ["probablemente", "presumiblemente"],
    possibly: ["posiblemente", "tal vez", "al parecer", "supuestamente", "habría", "habrían"],
    may: ["podría*", "pudo haber", "pudieron haber"],
    attempted: ["intentó", "intentaron", "trató de", "trataron de", "intento de"],
    thwarted:
      listPhrases(`bloqueado, bloqueada, bloqueados, bloqueadas, impidió, sin éxito, fracasó, fracasaron,
      frustrado, frustrada`),
    succeeded: ["no fue bloquead*", "no fueron bloquead*", "no impidió"],
  },
  ru: {
    likely: ["вероятно", "скорее всего", "по всей видимости"],
    possibly: ["возможно", "предположительно", "по-видимому", "якобы"],
    may: ["могли", "может быть"],
    attempted: ["пытал*", "попытал*", "попытк*"],
    thwarted: ["заблокирован*", "предотвра*", "безуспешно", "неудачн*", "не удалось", "пресечен*"],
    succeeded: ["не был* заблокирован*", "не предотвра*"],
  },
  zh: {
    likely: ["很可能", "极有可能"],
    possibly: ["可能", "疑似", "据称"],
    may: ["或许"],
    attempted: ["试图", "企图", "尝试"],
    thwarted: ["被阻止", "被拦截", "被阻断", "未成功", "未能", "失败", "阻止了", "拦截了"],
    succeeded: ["未被阻止", "未被拦截", "没有被阻止", "没有被拦截"],
  },
};

/** Finds the cues in evidence of an activity. */
export const findEvidenceCues = cueFinder<EvidenceCue>([
  ...Object.values(WORDS),
  ...Object.values(ACTOR_WORDS).map((actor) => ({ actor })),
]);
