import { parseAllDocuments } from "yaml";
import { hasTooManyTokens } from "../../../formats/yaml/has-too-many-tokens.ts";
import { SigmaDocument } from "./document.ts";

/** Maximum tokens; the longest SigmaHQ rule, a list of driver hashes, has 22,300. */
const MAX_TOKENS = 25_000;

/** The documents of a Sigma text, and its YAML faults by position. */
export interface ParsedSigma {
  documents: SigmaDocument[];
  faults: { offset: number; message: string }[];
}

/** Parses Sigma's YAML once for all consumers. Does not parse a text with too many tokens. */
export function parseSigma(content: string): ParsedSigma {
  if (hasTooManyTokens(content, MAX_TOKENS)) {
    const message = `There are more than ${MAX_TOKENS} tokens of YAML.`;
    return { documents: [], faults: [{ offset: 0, message }] };
  }
  // Duplicate keys are checked here, since the library compares each key with all others.
  const parsed = parseAllDocuments(content, { uniqueKeys: false, prettyErrors: false });
  const documents = [...parsed]
    .filter((document) => document.contents !== null)
    .map((document) => new SigmaDocument(document));
  const faults = [...parsed].flatMap(({ errors }) =>
    errors.map(({ message, pos }) => ({ offset: pos[0], message: sentenceOf(message) })),
  );
  return { documents, faults };
}

function sentenceOf(message: string): string {
  if (message.startsWith("Maximum call stack")) return "This is nested too deeply.";
  const [line = ""] = message.split("\n");
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
