import { LineCounter, parseDocument } from "yaml";
import { AppError } from "../../../../platform/lib/errors.ts";
import { formatBytes } from "../../../../platform/lib/streams.ts";
import { hasTooManyTokens } from "../../../../formats/yaml/has-too-many-tokens.ts";
import type { JsonSource } from "../imported.ts";

/** YAML is read whole. ATLAS has half a MiB and 39,000 tokens. */
const MAX_YAML_BYTES = 4 * 1024 * 1024;
const MAX_YAML_TOKENS = 150_000;

/**
 * Parses a YAML document that fits into an isolate's memory.
 * @throws AppError `body_too_large`, `not_ml_matrix`
 */
export async function readYaml(open: JsonSource): Promise<unknown> {
  const text = await readText(open);
  if (hasTooManyTokens(text, MAX_YAML_TOKENS)) {
    throw tooLarge(`more than ${MAX_YAML_TOKENS} tokens`);
  }
  const lines = new LineCounter();
  // The library locates each error by scanning the whole text.
  const options = { prettyErrors: false, lineCounter: lines, logLevel: "silent" } as const;
  const document = parseDocument(text, options);
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw notYaml(`${fault.message} at line ${line}, column ${col}`, fault);
  }
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (cause) {
    throw notYaml(cause instanceof Error ? cause.message : "unreadable", cause);
  }
}

async function readText(open: JsonSource): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text = "";
  let size = 0;
  try {
    for await (const chunk of open()) {
      size += chunk.length;
      if (size > MAX_YAML_BYTES) throw tooLarge(`more than ${formatBytes(MAX_YAML_BYTES)}`);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    throw error instanceof AppError ? error : notYaml("it is not UTF-8", error);
  }
}

function tooLarge(what: string): AppError {
  return new AppError("body_too_large", `A matrix in YAML must not have ${what}; send JSON.`);
}

function notYaml(why: string, cause: unknown): AppError {
  const [first = ""] = why.split("\n", 1);
  const reason = first.replace(/[.:]$/, "").slice(0, 300);
  return new AppError("not_ml_matrix", `The body is neither JSON nor YAML: ${reason}.`, { cause });
}
