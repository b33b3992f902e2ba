import { readJudgePrompt, type SaidVerdict } from "../judging-runtime.ts";
import { promptOf } from "../runtimes.ts";
import { type AiBehaviour, type AiRequest, answer } from "./ai-stand-in.ts";

/** Answers prompts to a judge as a function says, and any other prompt as it is given. */
export function judgeBy(
  decide: (text: string, attackId: string) => SaidVerdict,
  otherwise: AiBehaviour = { text: answer() },
): (request: AiRequest) => AiBehaviour {
  return ({ body }) => {
    const { pairs } = readJudgePrompt(promptOf(body));
    if (pairs.length === 0) return otherwise;
    const verdicts = pairs.map(({ pair, text, attack_id }) => ({
      pair,
      attack_id: "",
      ...decide(text, attack_id),
    }));
    return { text: JSON.stringify({ verdicts, missed: [] }) };
  };
}
