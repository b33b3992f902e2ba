import type { Span } from "../../../text/document/document.ts";
import { type Cues, cueFinder, listPhrases } from "../../../text/phrases/cue-table.ts";

type Agent = "other" | "adversary";

/**
 * Who may run a command. `other`: analysts, defenders, the victim's staff, products. `*` matches any
 * ending of a word. To add a language, add its words here.
 */
const AGENTS: Cues<Agent> = {
  other: listPhrases(`
we, our analysts, our team, our researchers, our administrators, our responders, analysts, researchers, investigators,
responders, response team, security team, IT staff, administrators, administrator, admins, defenders, engineers,
victims used, victim's administrator, the EDR, the antivirus, the CERT, police, law enforcement, legitimate software,
Windows itself, wir, unsere Analysten, Analysten, Administratoren, nosotros, analistas, administradores, nous,
analystes, administrateurs, мы, исследователи, аналитики, администраторы, 我们, 研究人员, 管理员`),
  adversary: listPhrases(`
actor*, attacker*, adversar*, intruder*, hacker*, group, gang, operator*, affiliate*, malware, ransomware, trojan,
backdoor, implant, loader, script, they, it, threat, criminals, Angreifer*, Täter, Schadsoftware, atacante*,
attaquant*, злоумышленник*, хакер*, атакующ*, вредонос*, 攻击者, 黑客, 恶意软件`),
};
const findAgents = cueFinder([AGENTS]);

/** Whether the agent named last before a command, in the same sentence, is not the adversary. */
export function isRunByOthers(text: string, sentence: Span, start: number): boolean {
  return findAgents(text, sentence.start, start).at(-1)?.meaning === "other";
}
