import { parentOf } from "../../../knowledge/attack/technique-id.ts";
import { type Annotation, isAnnotated, type NavigatorView } from "./format.ts";
import { ATLAS_RELEASE } from "./read-navigator.ts";

/** The parts of a layer that are exported. */
export interface WritableLayer {
  name: string;
  description: string;
  domain: string;
  version: string | null;
  technique_ids: readonly string[];
  annotations: readonly Annotation[];
  navigator: NavigatorView;
}

type Entry = { techniqueID: string } & Omit<Annotation, "attack_id">;

/** The oldest Navigator that supports format 4.5. */
const NAVIGATOR_VERSION = "4.9.0";

/** The Navigator displays nothing for a technique without score or color. */
const MARK = "#e6550d";

/** Converts a layer to ATT&CK Navigator's format 4.5. The same layer yields the same text. */
export function writeNavigator(layer: WritableLayer) {
  const { name, description, domain, version, navigator } = layer;
  const isAtlas = domain === "atlas";
  const attack = isAtlas || version === null ? {} : { attack: version.split(".", 1).join() };
  return {
    name,
    versions: { ...attack, navigator: NAVIGATOR_VERSION, layer: "4.5" },
    domain: isAtlas ? "atlas-atlas" : domain,
    description,
    ...navigator,
    ...(isAtlas && version !== null && { metadata: nameRelease(navigator.metadata, version) }),
    techniques: listEntries(layer),
  };
}

function listEntries({ technique_ids: ids, annotations }: WritableLayer): Entry[] {
  const members = new Set(ids);
  const parents = new Set(ids.filter((id) => parentOf(id) !== id).map(parentOf));
  const byTechnique = Map.groupBy(annotations, ({ attack_id }) => attack_id);
  const others = [...byTechnique.keys()].filter((id) => !members.has(id));
  return [
    ...ids.flatMap((id) => entriesOf(id, byTechnique.get(id) ?? [])),
    ...others.flatMap((id) =>
      (byTechnique.get(id) ?? [])
        .filter(({ enabled }) => enabled === false || parents.has(id))
        .map((entry) => toEntry(entry)),
    ),
  ];
}

/** Returns the entries of a technique in the set, one of which is enabled and visible. */
function entriesOf(attack_id: string, annotations: readonly Annotation[]): Entry[] {
  const enabled = annotations.filter((entry) => entry.enabled !== false);
  const disabled = annotations.filter(
    (entry) => entry.enabled === false && entry.tactic !== undefined,
  );
  const shown = enabled.length === 0 ? [{ attack_id }] : enabled;
  return [
    ...shown.map((entry) => toEntry(isAnnotated(entry) ? entry : { ...entry, color: MARK })),
    ...disabled.map(toEntry),
  ];
}

function toEntry({ attack_id, ...parts }: Annotation): Entry {
  return { techniqueID: attack_id, ...parts };
}

function nameRelease(metadata: NavigatorView["metadata"] = [], version: string) {
  const others = metadata.filter((entry) => !("name" in entry && entry.name === ATLAS_RELEASE));
  return [...others, { name: ATLAS_RELEASE, value: version }];
}
