import type { Span } from "../../../text/document/document.ts";
import { ACTOR_WORDS } from "../acts/actor-words.ts";
import { type Cues, cueFinder, listPhrases } from "../../../text/phrases/cue-table.ts";

type Agent = "other" | "adversary";

/**
 * Agents other than the actors that may run a command. `other`: analysts, defenders, the victim's staff, products. `*`
 * matches any ending of a word. To add a language, add its words here.
 */
const AGENTS: Cues<Agent> = {
  other: listPhrases(`
we, our analysts, our team, our researchers, our administrators, our responders, analysts, researchers, investigators,
responders, response team, security team, IT staff, administrators, administrator, admins, defenders, engineers,
victims used, victim's administrator, the EDR, the antivirus, the CERT, police, law enforcement, legitimate software,
Windows itself, wir, unsere Analysten, Analysten, Administratoren, nosotros, analistas, administradores, nous,
analystes, administrateurs, мы, исследователи, аналитики, администраторы, 我们, 研究人员, 管理员`),
  adversary: listPhrases(`
group, malware, ransomware, trojan, backdoor, implant, loader, script, they, it, threat, Schadsoftware, вредонос*,
恶意软件`),
};
const findAgents = cueFinder<Agent>([
  AGENTS,
  ...Object.values(ACTOR_WORDS).map((adversary) => ({ adversary })),
]);

/** The agents that a sentence names as running its commands. */
export interface Agents {
  /** Returns whether the agent named last before an offset is not the adversary. */
  areOthers: (place: number) => boolean;
}

/** @param runs the commands of the sentence. Their arguments name no agent, as in `net user administrator`. */
export function readAgents(text: string, sentence: Span, runs: readonly Span[]): Agents {
  const found = findAgents(text, sentence.start, sentence.end).filter(
    ({ start }) => !runs.some((run) => start >= run.start && start < run.end),
  );
  return {
    areOthers: (place) => found.findLast(({ end }) => end <= place)?.meaning === "other",
  };
}
