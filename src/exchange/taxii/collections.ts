import { v5 as uuidv5 } from "uuid";
import { AppError } from "../../platform/lib/errors.ts";
import { SHARED_LEVELS, type SharedLevel } from "../../reading/entities/shared-level.ts";
import { type Topic, TOPICS } from "./vocabulary.ts";

/** Namespace of collection ids, which are derived from aliases. */
const NAMESPACE = "3f4c5a1e-98a7-4d56-8f3c-0b6f5f6f2f0d";

/** The objects of a topic that are shared at one level. */
export interface Collection {
  id: string;
  alias: string;
  title: string;
  description: string;
  topic: Topic;
  level: SharedLevel;
}

const TITLES: Record<Topic, string> = {
  reports: "Reports",
  observables: "Observables",
  techniques: "Techniques",
};

const ABOUT: Record<Topic, string> = {
  reports:
    "reports with everything they refer to: techniques, evidence as notes, groups, software, observables and relationships",
  observables: "indicators, observed data, vulnerabilities and cyber-observable objects of reports",
  techniques: "attack patterns that reports describe",
};

const ALL: readonly Collection[] = SHARED_LEVELS.flatMap((level) =>
  TOPICS.map((topic) => toCollection(topic, level)),
);

function toCollection(topic: Topic, level: SharedLevel): Collection {
  const alias = `${topic}-tlp-${level.replace("+", "-")}`;
  const isDecided = level !== "undecided";
  const whose = isDecided
    ? `marked TLP:${level.toUpperCase()}`
    : "whose TLP marking nobody decided";
  return {
    id: uuidv5(alias, NAMESPACE),
    alias,
    // OpenCTI finds collections by their title and does not expect a dot in it.
    title: `${TITLES[topic]} ${isDecided ? `TLP:${level.toUpperCase()}` : "without TLP decision"}`,
    description: `The ${ABOUT[topic]}. Only reports ${whose}.`,
    topic,
    level,
  };
}

/** Returns the offered collections; TLP:RED ones must be enabled explicitly. */
export function listCollections({ TAXII_SHARE_RED: sharesRed }: Sharing): readonly Collection[] {
  return sharesRed ? ALL : ALL.filter(({ level }) => level !== "red");
}

/**
 * Finds a collection by its id or alias.
 * @throws AppError `not_found`
 */
export function findCollection(settings: Sharing, name: string): Collection {
  const wanted = name.toLowerCase();
  const found = listCollections(settings).find(
    ({ id, alias }) => id === wanted || alias === wanted,
  );
  if (found === undefined) {
    throw new AppError("not_found", "There is no collection with this id or alias.");
  }
  return found;
}

interface Sharing {
  TAXII_SHARE_RED: boolean;
}
