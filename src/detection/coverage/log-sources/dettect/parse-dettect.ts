import { LineCounter, parseDocument } from "yaml";
import { hasTooManyTokens } from "../../../../formats/yaml/has-too-many-tokens.ts";
import { MAX_TOKENS } from "./vocabulary.ts";
import { AppError } from "../../../../platform/lib/errors.ts";

/** Maximum copies that aliases may expand to. */
const MAX_ALIASES = 100;

/**
 * Parses a YAML file.
 * @throws AppError `validation_error` with the line, `body_too_large`
 */
export function parseDettect(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (hasTooManyTokens(text, MAX_TOKENS)) {
    throw new AppError("body_too_large", `The file has more than ${MAX_TOKENS} tokens of YAML.`);
  }
  const lines = new LineCounter();
  const options = {
    prettyErrors: false,
    lineCounter: lines,
    logLevel: "silent",
    uniqueKeys: false,
  } as const;
  try {
    const document = parseDocument(text, options);
    const [fault] = document.errors;
    if (fault === undefined) return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
    const { line, col } = lines.linePos(fault.pos[0]);
    throw notDettect(`line ${line}, column ${col}: ${firstLine(fault.message)}`);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw notDettect(error instanceof Error ? firstLine(error.message) : "it cannot be read");
  }
}

/** Returns the error for a file in another format. */
export function notDettect(why: string, pointer = ""): AppError {
  const detail = `The file is no data source administration of DeTT&CT: ${why.replace(/[.:]$/, "")}.`;
  return new AppError("validation_error", detail, { errors: [{ pointer, detail }] });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw notDettect("it is not UTF-8");
  }
}

function firstLine(message: string): string {
  if (message.startsWith("Maximum call stack")) return "it is nested too deeply";
  return (message.split("\n", 1)[0] ?? "").slice(0, 300);
}
