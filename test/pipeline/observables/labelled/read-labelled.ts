import type { Block } from "../../../../src/text/document/document.ts";
import { KINDS } from "../../../../src/pipeline/observables/kinds/kinds.ts";
import {
  isKnownKind,
  keyOf,
  OBSERVABLE_ROLES,
  type KnownKind,
  type ObservableRole,
} from "../../../../src/pipeline/observables/vocabulary.ts";

/** A value that a reader of the text has to find, or may find. */
export interface LabelledValue {
  kind: KnownKind;
  /** In the normal form of its kind. */
  normalized_value: string;
}

/** A value that stands there as something else. */
export interface LabelledOther extends LabelledValue {
  role: ObservableRole;
}

/** A text and what stands in it (README.md). */
export interface LabelledCase {
  id: string;
  text: string;
  /** What the format of a document knows of its structure. */
  blocks?: readonly Block[] | undefined;
  indicators: readonly LabelledValue[];
  /** With the hosts that URLs and e-mail addresses imply. */
  others: readonly LabelledOther[];
  /** With the file names that paths imply. */
  optional: readonly LabelledValue[];
  note: string;
}

/** A value that an advisory prints. */
export interface AdvisoryValue extends LabelledOther {
  /** On more than one line at each of its places. */
  broken: boolean;
  /** Readers may differ. */
  optional: boolean;
}

interface Line {
  id: string;
  text: string;
  indicators: [string, string][];
  others: [string, string, string][];
  optional?: [string, string][];
  note: string;
}

/** Reads the cases of one file; throws an Error that names the case where a line is wrong. */
export function readLabelled(lines: string): LabelledCase[] {
  return lines.trim().split("\n").map(readCase);
}

/** Reads `advisories.json`: the values of each document by its file name, without what they imply. */
export function readAdvisories(json: string): Map<string, AdvisoryValue[]> {
  type Entry = Record<"kind" | "value" | "role", string> & { broken?: true; optional?: true };
  const documents = Object.entries(JSON.parse(json) as Record<string, Entry[]>);
  return new Map(
    documents.map(([name, values]) => [
      name,
      values.map(({ kind, value, role, broken = false, optional = false }) => ({
        ...valueOf(name, kind, value),
        role: roleOf(name, role),
        broken,
        optional,
      })),
    ]),
  );
}

/** The case of an advisory: as the others, with its values in place of a line. */
export function caseOf(id: string, text: string, values: readonly AdvisoryValue[]): LabelledCase {
  const isActedOn = ({ role }: AdvisoryValue) => role === "indicator" || role === "mentioned";
  const optional = values.filter((value) => value.optional);
  const listed = values.filter((value) => !value.optional);
  const indicators = listed.filter(isActedOn);
  const others = listed.filter((value) => !isActedOn(value));
  return { id, text, note: "", ...withImplied(indicators, others, optional) };
}

function readCase(line: string): LabelledCase {
  const { id, text, note, ...given } = JSON.parse(line) as Line;
  const indicators = given.indicators.map(([kind, value]) => valueOf(id, kind, value));
  const others = given.others.map(([kind, value, role]) => ({
    ...valueOf(id, kind, value),
    role: roleOf(id, role),
  }));
  const optional = (given.optional ?? []).map(([kind, value]) => valueOf(id, kind, value));
  const keys = [...indicators, ...others, ...optional].map(keyOf);
  if (new Set(keys).size !== keys.length) throw new Error(`${id}: a value is listed twice`);
  return { id, text, note, ...withImplied(indicators, others, optional) };
}

function withImplied(
  indicators: readonly LabelledValue[],
  others: readonly LabelledOther[],
  optional: readonly LabelledValue[],
): Pick<LabelledCase, "indicators" | "others" | "optional"> {
  const listed = new Set([...indicators, ...others, ...optional].map(keyOf));
  const isNew = (value: LabelledValue) => !listed.has(keyOf(value));
  const hosts = [
    ...[...indicators, ...optional].flatMap((value) => hostOf(value, "host")),
    ...others.flatMap((value) => hostOf(value, value.role)),
  ].filter(isNew);
  const names = [...indicators, ...others, ...optional].flatMap(nameOf).filter(isNew);
  return { indicators, others: [...others, ...hosts], optional: [...optional, ...names] };
}

function hostOf(
  { kind, normalized_value: value }: LabelledValue,
  role: ObservableRole,
): LabelledOther[] {
  if (kind !== "url" && kind !== "email") return [];
  const host = kind === "url" ? new URL(value).hostname : value.slice(value.lastIndexOf("@") + 1);
  return (["ipv4", "ipv6", "domain"] as const).flatMap((hostKind) => {
    const normal = KINDS[hostKind].normalise(host);
    return normal === null ? [] : [{ kind: hostKind, normalized_value: normal, role }];
  });
}

function nameOf({ kind, normalized_value: path }: LabelledValue): LabelledValue[] {
  const name = kind === "file_path" ? (path.split(/[\\/]/).at(-1) ?? "") : "";
  return name === "" ? [] : [{ kind: "file_name", normalized_value: name }];
}

function valueOf(id: string, kind: string, value: string): LabelledValue {
  if (!isKnownKind(kind)) throw new Error(`${id}: no kind ${kind}`);
  const normal = KINDS[kind].normalise(value);
  if (normal === null) throw new Error(`${id}: ${value} is no ${kind}`);
  return { kind, normalized_value: normal };
}

function roleOf(id: string, role: string): ObservableRole {
  const known = OBSERVABLE_ROLES.find((name) => name === role);
  if (known === undefined) throw new Error(`${id}: no role ${role}`);
  return known;
}
