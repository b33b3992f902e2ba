import { complete, promptOf, standIn, type StandInRuntime } from "./runtimes.ts";
import { vllmServer } from "./wire/openai-chat.ts";
import { countLikeModel } from "./wire/wire.ts";

/** What a stand-in judge says of one pair; as the prompt asks for it. */
export interface SaidVerdict {
  verdict: string;
  attack_id?: string;
  reason?: string;
}

/** Pairs and passages that a prompt asks about. */
export interface AskedPairs {
  pairs: { pair: number; passage: number; text: string; attack_id: string }[];
  passages: Map<number, string>;
}

/** Reads a prompt of `writeJudgePrompt` as a model reads it. */
export function readJudgePrompt(prompt: string): AskedPairs {
  const passages = new Map(
    [...prompt.matchAll(/^Passage (\d+)\n(?:before: .*\n)?text: (.*)$/gm)].map(
      ([, number, text = ""]) => [Number(number), text],
    ),
  );
  const pairs = [...prompt.matchAll(/^(\d+)\. passage (\d+): (\S+)/gm)].map(
    ([, pair, passage, attack_id = ""]) => ({
      pair: Number(pair),
      passage: Number(passage),
      text: passages.get(Number(passage)) ?? "",
      attack_id,
    }),
  );
  return { pairs, passages };
}

/**
 * A runtime with OpenAI's chat completions whose model answers each pair.
 * @param judge what it says of a passage and a technique
 * @param missed ids that it adds to a passage
 */
export function judgingRuntime(
  judge: (text: string, attackId: string) => SaidVerdict,
  missed: (text: string) => readonly string[] = () => [],
  context = 8_192,
): StandInRuntime & { pairs: () => string[] } {
  const asked: string[] = [];
  const runtime = standIn(
    ({ path, body }) => {
      if (path.endsWith("/models")) {
        const model = { id: "small", object: "model", owned_by: "vllm", max_model_len: context };
        return Response.json({ object: "list", data: [model] });
      }
      if (!path.endsWith("/chat/completions")) return new Response("", { status: 404 });
      const prompt = promptOf(body);
      const { pairs, passages } = readJudgePrompt(prompt);
      asked.push(...pairs.map(({ attack_id, text }) => `${attack_id} ${text}`));
      const answer = {
        verdicts: pairs.map(({ pair, text, attack_id }) => ({
          pair,
          attack_id: "",
          reason: `Said of ${attack_id}.`,
          ...judge(text, attack_id),
        })),
        missed: [...passages].flatMap(([passage, text]) =>
          missed(text).map((attack_id) => ({ passage, attack_id })),
        ),
      };
      return complete(vllmServer, body, JSON.stringify(answer), countLikeModel(prompt));
    },
    { context, answer: "" },
  );
  return { ...runtime, pairs: () => asked };
}
