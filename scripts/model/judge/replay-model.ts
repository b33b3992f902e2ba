import { createHash } from "node:crypto";
import { estimateTokens } from "../../../src/reading/providers/language-model/count-tokens.ts";
import type { WrittenVerdict } from "./verdicts.ts";

/** Common techniques, which a model names out of habit. */
const INVENTED = ["T1059", "T1027", "T1105", "T1071.001", "T1082", "T1204", "T1566", "T1041"];

/** What a question about one passage is answered from. */
interface Known {
  verdicts: ReadonlyMap<string, { verdict: string; other: string }>;
  /** All that the passage describes. */
  described: ReadonlySet<string>;
  missed: readonly string[];
}

/**
 * A language model that answers with written verdicts, behind the chat completions of OpenAI's interface. It reads
 * passages and pairs out of the prompt, as a model does.
 * @param noise part of the verdicts that are turned round, of what was missed that is left out, and of passages for
 *   which a technique is invented; the same ones at every run
 */
export function replayModel(
  text: string,
  written: readonly WrittenVerdict[],
  noise: number,
): typeof fetch {
  const known = byPassage(text, written);
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== "POST") return new Response("", { status: 404 });
    const body = (await request.json()) as { messages: { content: string }[] };
    const prompt = body.messages.map(({ content }) => content).join("\n");
    const content = JSON.stringify(answerTo(prompt, known, noise));
    const usage = {
      prompt_tokens: estimateTokens(prompt),
      completion_tokens: estimateTokens(content),
    };
    return Response.json({
      id: "replay",
      object: "chat.completion",
      created: 0,
      model: "replay",
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
    });
  };
}

function answerTo(prompt: string, known: ReadonlyMap<string, Known>, noise: number) {
  const passages = new Map(
    [...prompt.matchAll(/^Passage (\d+)\n(?:before: .*\n)?text: (.*)$/gm)].map(
      ([, number = "", text = ""]) => [number, text],
    ),
  );
  const asked = [...prompt.matchAll(/^(\d+)\. passage (\d+): (\S+)/gm)];
  const verdicts = asked.flatMap(([, pair = "", passage = "", id = ""]) => {
    const text = passages.get(passage) ?? "";
    const found = known.get(text);
    if (found === undefined) return [];
    const own = found.verdicts.get(id);
    const said = own ?? { verdict: found.described.has(id) ? "yes" : "no", other: "" };
    // What a model invented, it confirms.
    if (own === undefined && inventedFor(text, noise).includes(id)) said.verdict = "yes";
    const { verdict, other } = isTurned(`${id} ${text}`, noise) ? turn(said.verdict) : said;
    return [{ pair: Number(pair), verdict, attack_id: other, reason: "As it was written down." }];
  });
  const missed = [...passages].flatMap(([passage, text]) =>
    [
      ...(known.get(text)?.missed ?? []).filter((id) => !isTurned(`missed ${id} ${text}`, noise)),
      ...inventedFor(text, noise),
    ].map((id) => ({ passage: Number(passage), attack_id: id })),
  );
  return { verdicts, missed };
}

/** What a model invents for a passage: one of what is invented most often. */
function inventedFor(text: string, noise: number): string[] {
  return isTurned(`invented ${text}`, noise) ? [INVENTED[text.length % INVENTED.length] ?? ""] : [];
}

function turn(verdict: string) {
  return { verdict: verdict === "yes" ? "no" : "yes", other: "" };
}

/** Draws by a hash of the question, so that the order of calls does not matter. */
function isTurned(question: string, noise: number): boolean {
  const draw = createHash("sha256").update(question).digest().readUInt32BE(0) / 2 ** 32;
  return draw < noise;
}

function byPassage(text: string, written: readonly WrittenVerdict[]): Map<string, Known> {
  const passages = Map.groupBy(written, ({ start, end }) =>
    text.slice(start, end).trim().replace(/\s+/gu, " "),
  );
  return new Map(
    [...passages].map(([passage, own]) => [
      passage,
      {
        verdicts: new Map(
          own.map(({ technique, verdict, other = "" }) => [
            technique,
            { verdict: verdict === "missed" ? "yes" : verdict, other },
          ]),
        ),
        described: new Set(
          own.flatMap(({ technique, verdict, other }) =>
            verdict === "no" ? [] : [other ?? technique],
          ),
        ),
        missed: own.flatMap(({ technique, verdict }) => (verdict === "missed" ? [technique] : [])),
      },
    ]),
  );
}
