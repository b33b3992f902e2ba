import { type AiBehaviour, type AiRequest, answer } from "./ai-stand-in.ts";

/** What a judge says of a passage and a technique. */
export interface SaidVerdict {
  verdict: "yes" | "no" | "other";
  /** The technique that it names instead, with the verdict "other". */
  attack_id?: string;
  reason: string;
}

const PAIR = /^(?<number>\d+)\. passage (?<passage>\d+): (?<id>\S+)$/gmu;
const PASSAGE = /^Passage (?<number>\d+)\n(?:before: .*\n)?text: (?<text>.*)$/gmu;

/** Answers prompts to a judge as a function says, and any other prompt as it is given. */
export function judgeBy(
  decide: (text: string, attackId: string) => SaidVerdict,
  otherwise: AiBehaviour = { text: answer() },
): (request: AiRequest) => AiBehaviour {
  return ({ body }) => {
    const { messages } = body as { messages: { content: string }[] };
    const prompt = messages.map(({ content }) => content).join("\n");
    const passages = new Map(
      [...prompt.matchAll(PASSAGE)].map(({ groups }) => [groups?.["number"], groups?.["text"]]),
    );
    const verdicts = [...prompt.matchAll(PAIR)].map(({ groups }) => ({
      pair: Number(groups?.["number"]),
      attack_id: "",
      ...decide(passages.get(groups?.["passage"]) ?? "", groups?.["id"] ?? ""),
    }));
    return verdicts.length === 0 ? otherwise : { text: JSON.stringify({ verdicts, missed: [] }) };
  };
}
