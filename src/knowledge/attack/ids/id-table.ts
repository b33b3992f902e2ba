import shipped from "../../../../assets/ids/technique-ids.json" with { type: "json" };
import type { ReleaseContent } from "../release-content.ts";
import type { ObjectState } from "../vocabulary.ts";

/** A technique id in one release. `successors` are the active ids that replace a revoked one. */
export interface IdInRelease {
  version: string;
  name: string;
  state: ObjectState;
  successors: readonly string[];
}

/** A technique id of a domain, with the releases that contain it, oldest first. */
export interface KnownTechnique {
  attack_id: string;
  domain: string;
  releases: readonly IdInRelease[];
}

/** A value per release, in the table's order, or one for all of them. */
type PerRelease<T> = T | T[];

/**
 * `[attack_id, states, name, successors]`. States are a letter per release: `a`ctive, `d`eprecated, `r`evoked, `-`
 * absent. Successors are omitted if no release has any.
 */
export type TableRow =
  | [string, string, PerRelease<string>]
  | [string, string, PerRelease<string>, string[] | string[][]];

/** The technique ids of some releases of a domain, as shipped in the repository. Facts only. */
export interface IdTable {
  domain: string;
  /** Oldest first. */
  versions: string[];
  techniques: TableRow[];
}

const LETTERS: Record<ObjectState, string> = { active: "a", deprecated: "d", revoked: "r" };
const STATES = new Map(
  Object.entries(LETTERS).map(([state, letter]) => [letter, state as ObjectState]),
);

/** The tables shipped in the repository, one per domain (written by `npm run id-table`). */
export const SHIPPED_TABLES = shipped as unknown as readonly IdTable[];

/** Collects the technique ids of releases of one domain, oldest first. The result is deterministic. */
export function toTable(
  releases: readonly Pick<ReleaseContent, "domain" | "version" | "techniques">[],
): IdTable {
  const versions = releases.map(({ version }) => version);
  const byId = new Map<string, (IdInRelease | null)[]>();
  for (const [place, content] of releases.entries()) {
    const { version } = content;
    for (const { attack_id, name, state, successors } of content.techniques) {
      const row = byId.get(attack_id) ?? versions.map(() => null);
      byId.set(attack_id, row);
      // If two objects share an id, the active one takes precedence.
      if (row[place]?.state !== "active") row[place] = { version, name, state, successors };
    }
  }
  const ids = [...byId.keys()].sort();
  return {
    domain: releases[0]?.domain ?? "",
    versions,
    techniques: ids.map((id) => packRow(id, byId.get(id) ?? [])),
  };
}

/** Unpacks the ids of a table. */
export function fromTable({ domain, versions, techniques }: IdTable): KnownTechnique[] {
  return techniques.map(([attack_id, states, names, successors = []]) => ({
    attack_id,
    domain,
    releases: versions.flatMap((version, place) => {
      const state = STATES.get(states.charAt(place));
      if (state === undefined) return [];
      const name = typeof names === "string" ? names : (names[place] ?? "");
      const followed = state === "revoked" ? successorsAt(successors, place) : [];
      return [{ version, name, state, successors: followed }];
    }),
  }));
}

function packRow(id: string, row: (IdInRelease | null)[]): TableRow {
  const states = row.map((one) => (one === null ? "-" : LETTERS[one.state])).join("");
  const present = row.filter((one) => one !== null);
  const names = new Set(present.map(({ name }) => name));
  const [only = ""] = names;
  const name = names.size === 1 ? only : row.map((one) => one?.name ?? "");
  const revoked = present.filter(({ state }) => state === "revoked");
  const lists = new Set(revoked.map(({ successors }) => successors.join(" ")));
  if ([...lists].every((list) => list === "")) return [id, states, name];
  const [first] = revoked;
  return lists.size === 1 && first !== undefined
    ? [id, states, name, [...first.successors]]
    : [id, states, name, row.map((one) => [...(one?.successors ?? [])])];
}

function successorsAt(lists: readonly (string | string[])[], place: number): string[] {
  const own = lists[place];
  if (Array.isArray(own)) return own;
  return lists.filter((one) => typeof one === "string");
}
