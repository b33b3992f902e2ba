import { parseAllDocuments } from "yaml";
import { hasTooManyTokens } from "../../../formats/yaml/has-too-many-tokens.ts";
import { SigmaDocument } from "./document.ts";

/** The longest rule of SigmaHQ, a list of the hashes of drivers, has 22,300. */
const MAX_TOKENS = 25_000;

/** The documents of a Sigma text, and what keeps it from being YAML, by its place. */
export interface ParsedSigma {
  documents: SigmaDocument[];
  faults: { offset: number; message: string }[];
}

/** Parses Sigma's YAML once for all who read it; a text of too many tokens is not parsed. */
export function parseSigma(content: string): ParsedSigma {
  if (hasTooManyTokens(content, MAX_TOKENS)) {
    const message = `There are more than ${MAX_TOKENS} tokens of YAML.`;
    return { documents: [], faults: [{ offset: 0, message }] };
  }
  // Looking for keys that come twice is ours: the library compares each with all others.
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
