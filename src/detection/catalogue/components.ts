import { foldText } from "../../platform/lib/text.ts";
import { CATALOGUE, SOURCES } from "./catalogue.ts";
import type { SigmaSource } from "./file-schema.ts";

const PAIRS: readonly [component: string, source: SigmaSource][] = [
  ...SOURCES.flatMap(({ entry: { components = [], sigma = {} } }) =>
    components.map((name): [string, SigmaSource] => [name, sigma]),
  ),
  ...Object.entries(CATALOGUE.components).flatMap(([name, categories]) =>
    categories.map((category): [string, SigmaSource] => [name, { category }]),
  ),
];

const BY_NAME = Map.groupBy(PAIRS, ([name]) => foldText(name));

/**
 * Returns the Sigma log sources that record the subject of an ATT&CK data component before version 18. A category
 * corresponds to the component; a service includes it among other events.
 */
export function sourcesOfComponent(name: string): SigmaSource[] {
  return (BY_NAME.get(foldText(name)) ?? []).map(([, source]) => source);
}

/** Returns the names of all components that a log source records. */
export function recordedComponents(): string[] {
  return [...new Set(PAIRS.map(([name]) => name))];
}
