import { parentOf, TECHNIQUE_ID_PATTERN } from "../../../knowledge/attack/technique-id.ts";
import { DEFAULT_DOMAIN } from "../../../knowledge/attack/vocabulary.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { ImportedLayer, NavigatorFile } from "../schema.ts";
import {
  type Annotation,
  ENTRY_PARTS,
  isAnnotated,
  type NavigatorView,
  VIEW_PARTS,
} from "./format.ts";
import { keepParts, NotKeptList } from "./keep-parts.ts";

/** The contents of a Navigator layer, under our names. */
export interface ReadLayer {
  name: string;
  description: string;
  domain: string;
  /** The release that it names, such as `18`; null if it names none. */
  release: string | null;
  technique_ids: Set<string>;
  annotations: Annotation[];
  navigator: NavigatorView;
  left_out: ImportedLayer["left_out"];
  not_kept: ImportedLayer["not_kept"];
}

const MAX_DESCRIPTION = 20_000;

/** Domains by their names in older layers and in ATLAS's Navigator. */
const DOMAIN_NAMES: Record<string, string> = {
  "mitre-enterprise": "enterprise-attack",
  "mitre-mobile": "mobile-attack",
  "atlas-atlas": "atlas",
};

/** Values of format 3.0 for what `layout` expresses since 4.0. */
const VIEW_MODES: NavigatorView["layout"][] = [
  { layout: "side" },
  { layout: "side", showName: false, showID: true },
  { layout: "mini" },
];

/**
 * Reads a layer of format 3.0 to 4.5. A technique is in the set if one of its entries is enabled, unless that only
 * expands sub-techniques that the layer lists itself.
 * @throws AppError `validation_error` for another format
 */
export function readNavigator(file: NavigatorFile): ReadLayer {
  requireFormat(file);
  const notKept = new NotKeptList();
  const { name, domain = DEFAULT_DOMAIN, versions, version: _, techniques, ...rest } = file;
  const { description, viewMode, ...view } = rest;
  const entries = readEntries(techniques, notKept);
  const parents = new Set(
    entries
      .map(({ attack_id: id }) => parentOf(id))
      .filter((id, i) => id !== entries[i]?.attack_id),
  );
  const expanding = new Set(entries.filter((entry) => isOnlyExpanding(entry, parents)));
  const member = (entry: Annotation) => entry.enabled !== false && !expanding.has(entry);
  const navigator = keepParts(VIEW_PARTS, view, "", notKept);
  const old = typeof viewMode === "number" ? VIEW_MODES[viewMode] : undefined;
  if (old !== undefined && navigator.layout === undefined) navigator.layout = old;
  return {
    name,
    description: readDescription(description, notKept),
    domain: Object.hasOwn(DOMAIN_NAMES, domain) ? (DOMAIN_NAMES[domain] ?? domain) : domain,
    release: namedRelease(versions, navigator),
    technique_ids: new Set(entries.filter(member).map(({ attack_id }) => attack_id)),
    annotations: entries.filter((entry) => Object.keys(entry).length > 1),
    navigator,
    left_out: entries
      .filter((entry) => !member(entry))
      .map((entry) => ({
        attack_id: entry.attack_id,
        tactic: entry.tactic ?? null,
        reason: entry.enabled === false ? ("disabled" as const) : ("only_expanded" as const),
      })),
    not_kept: notKept.list(),
  };
}

/** Rejects unsupported formats. A layer that names no format is assumed to have the newest. */
function requireFormat({ version, versions }: NavigatorFile): void {
  const named = versions?.layer ?? version ?? "4.5";
  const [, major, minor = "0"] = /^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(String(named)) ?? [];
  const format = Number(major) * 1000 + Number(minor);
  if (format >= 3000 && format <= 4005) return;
  const pointer = versions?.layer === undefined ? "/version" : "/versions/layer";
  const detail = "The layer's format must be 3.0 to 4.5.";
  throw new AppError("validation_error", detail, { errors: [{ pointer, detail }] });
}

/** Reads entries by technique and tactic. Duplicates are merged, with the later values taking precedence. */
function readEntries(techniques: readonly unknown[], notKept: NotKeptList): Annotation[] {
  const entries = new Map<string, Annotation>();
  for (const value of techniques) {
    const entry = readEntry(value, notKept);
    if (entry === null) continue;
    const key = `${entry.attack_id} ${entry.tactic ?? ""}`;
    const known = entries.get(key);
    if (known !== undefined && isContradicted(known, entry)) {
      notKept.add("techniques[]", "is said otherwise further down");
    }
    const { enabled: _before, ...before } = known ?? entry;
    entries.set(key, { ...before, ...entry });
  }
  return [...entries.values()];
}

function isContradicted(before: Annotation, after: Annotation): boolean {
  const differs = (name: keyof Annotation) =>
    after[name] !== undefined && JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const names = Object.keys(before) as (keyof Annotation)[];
  return before.enabled !== after.enabled || names.some(differs);
}

function readEntry(value: unknown, notKept: NotKeptList): Annotation | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    notKept.add("techniques[]", "is no object");
    return null;
  }
  const { techniqueID, ...rest } = value as Record<string, unknown>;
  const attackId = typeof techniqueID === "string" ? techniqueID.trim().toUpperCase() : "";
  if (!TECHNIQUE_ID_PATTERN.test(attackId)) {
    notKept.add("techniques[].techniqueID", "is no technique id");
    return null;
  }
  const { enabled, showSubtechniques, ...parts } = keepParts(
    ENTRY_PARTS,
    rest,
    "techniques[].",
    notKept,
  );
  return {
    attack_id: attackId,
    ...parts,
    // Values are stored only if they differ from the format's defaults.
    ...(enabled === false && { enabled }),
    ...(showSubtechniques === true && { showSubtechniques }),
  };
}

/** @param parents techniques with sub-techniques in the layer */
function isOnlyExpanding(entry: Annotation, parents: ReadonlySet<string>): boolean {
  if (entry.showSubtechniques !== true || entry.enabled === false || isAnnotated(entry)) {
    return false;
  }
  return parents.has(entry.attack_id);
}

function readDescription(value: unknown, notKept: NotKeptList): string {
  if (typeof value === "string" && value.length <= MAX_DESCRIPTION) return value;
  if (value !== undefined && value !== null) {
    notKept.add("description", `is no text of at most ${MAX_DESCRIPTION} characters`);
  }
  return "";
}

/** Returns `versions.attack`, or the release that ATLAS writes into the metadata. */
function namedRelease(versions: NavigatorFile["versions"], view: NavigatorView): string | null {
  if (versions?.attack !== undefined) return String(versions.attack);
  for (const entry of view.metadata ?? []) {
    if ("name" in entry && entry.name === ATLAS_RELEASE) return entry.value;
  }
  return null;
}

/** The metadata name of the release in ATLAS layers. */
export const ATLAS_RELEASE = "atlas_data_version";
