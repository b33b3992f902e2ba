import { AppError } from "../../../platform/lib/errors.ts";
import { normaliseObservable } from "../normalise.ts";
import { suppressionRuleOf } from "../suppression-rule.ts";
import type { Match, ObservableKind } from "../vocabulary.ts";
import type { WarningListDeps } from "./deps.ts";
import { openWarningLists } from "./open-warning-lists.ts";
import type { ValueCheck } from "./schema.ts";

/** The kinds to try for a value without a given kind, in order. */
const KINDS = [
  "ipv4",
  "ipv6",
  "url",
  "email",
  "domain",
  "md5",
  "sha1",
  "sha256",
  "sha512",
  "ssdeep",
  "cve",
  "asn",
  "registry_key",
  "file_path",
  "file_name",
] as const satisfies readonly ObservableKind[];

/**
 * Returns the lists that name a value, and their combined effect.
 * @throws AppError `validation_error` for a value that is of no kind
 */
export async function checkValue(
  deps: WarningListDeps,
  { value, kind }: { value: string; kind?: ObservableKind | undefined },
): Promise<ValueCheck> {
  const match = readMatch(value, kind === undefined ? KINDS : [kind]);
  if (match === null) {
    const what = kind === undefined ? "an observable of a kind that lists name" : `of kind ${kind}`;
    const detail = `'value' must be ${what}.`;
    throw new AppError("validation_error", detail, { errors: [{ pointer: "/value", detail }] });
  }
  const lists = await openWarningLists(deps);
  const titles = new Map(lists.all.map(({ name, title }) => [name, title]));
  return {
    kind: match.kind,
    normalized_value: match.normalized_value,
    effect: lists.effectOf(match),
    suppression_rule: suppressionRuleOf(match, null, lists)?.rule ?? null,
    lists: lists
      .find(match)
      .map((naming) => ({ ...naming, title: titles.get(naming.name) ?? naming.name })),
  };
}

function readMatch(value: string, kinds: readonly ObservableKind[]): Match | null {
  for (const kind of kinds) {
    const match = normaliseObservable(kind, value);
    if (match !== null) return match;
  }
  return null;
}
