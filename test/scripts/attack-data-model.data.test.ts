import {
  campaignSchema,
  groupSchema,
  tacticSchema,
  techniqueSchema,
} from "@mitre-attack/attack-data-model";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { releasePath } from "../../scripts/data/data-folder.ts";
import { readRelease } from "../../src/knowledge/attack/read-release.ts";
import type { ObjectRecord } from "../../src/knowledge/attack/release-content.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readData } from "../support/node/real-data.ts";

/**
 * MITRE's own model of ATT&CK objects. It is made for 15 to 17 and refuses what came later (the tactics
 * of 19), platforms that it does not know, and ICS ids whose reference is called `mitre-ics-attack`;
 * what it accepts must be what we read.
 */
const SCHEMAS = {
  "attack-pattern": techniqueSchema,
  "intrusion-set": groupSchema,
  campaign: campaignSchema,
  "x-mitre-tactic": tacticSchema,
} as const;

type StixObject = Record<string, unknown> & { type: string; id: string };

/** What every parsed object has of the fields that are compared. */
interface Parsed {
  id: string;
  name: string;
  revoked?: boolean;
  x_mitre_deprecated?: boolean;
  external_references: { external_id?: string }[];
  kill_chain_phases?: { phase_name: string }[];
  x_mitre_platforms?: string[];
  x_mitre_is_subtechnique?: boolean;
  x_mitre_shortname?: string;
  aliases?: string[];
  first_seen?: string;
}

const RELEASES = ["enterprise-attack", "mobile-attack", "ics-attack"].flatMap((domain) =>
  ["17.1", "19.1"].map((version) => ({ domain, version })),
);

/** STIX 2.0 says on the bundle what 2.1 says on objects; upstream's empty texts say nothing. */
function toParsed(object: StixObject): Parsed | null {
  const schema = SCHEMAS[object.type as keyof typeof SCHEMAS];
  const filled = Object.entries({ spec_version: "2.1", ...object }).filter(
    ([, value]) => typeof value !== "string" || value.trim() !== "",
  );
  const { success, data } = schema.safeParse(Object.fromEntries(filled));
  return success ? (data as unknown as Parsed) : null;
}

const stateOf = ({ revoked, x_mitre_deprecated }: Parsed) =>
  revoked === true ? "revoked" : x_mitre_deprecated === true ? "deprecated" : "active";

for (const { domain, version } of RELEASES) {
  describeWithData(`${domain} ${version}`, [releasePath(domain, version)], () => {
    it("is read as MITRE's model reads it", async () => {
      const plain = gunzipSync(readData(releasePath(domain, version)) ?? Buffer.alloc(0));
      const { objects } = JSON.parse(plain.toString()) as { objects: StixObject[] };
      const content = await readRelease(new Blob([new Uint8Array(plain)]).stream(), {});
      const ofType = objects.filter(({ type }) => type in SCHEMAS);
      const parsed = ofType.map(toParsed).filter((one) => one !== null);
      // Refusing everything would agree with anything.
      expect(parsed.length / ofType.length).toBeGreaterThan(0.88);
      const byId = new Map(parsed.map((one) => [one.id, one]));
      const compared = (records: readonly ObjectRecord[]) =>
        records.flatMap((record) => {
          const theirs = byId.get(record.stix_id);
          if (theirs === undefined) return [];
          const { attack_id, name, state } = record;
          const id = theirs.external_references[0]?.external_id;
          expect([attack_id, name, state]).toEqual([id, theirs.name, stateOf(theirs)]);
          return [theirs];
        });
      const { techniques, groups, campaigns, tactics } = content;
      const matched = [techniques, groups, campaigns].flatMap(compared).length;
      for (const { stix_id, tactics: own, platforms, is_subtechnique } of techniques) {
        const theirs = byId.get(stix_id);
        if (theirs === undefined) continue;
        const phases = theirs.kill_chain_phases?.map((phase) => phase.phase_name) ?? [];
        expect(own.toSorted()).toEqual(phases.toSorted());
        expect(platforms).toEqual(theirs.x_mitre_platforms ?? []);
        expect(is_subtechnique).toBe(theirs.x_mitre_is_subtechnique ?? false);
      }
      for (const { stix_id, name, aliases } of [...groups, ...campaigns]) {
        const theirs = byId.get(stix_id)?.aliases ?? [];
        expect(aliases).toEqual(theirs.filter((alias) => alias !== name));
      }
      const known = tactics.filter(({ stix_id }) => byId.has(stix_id));
      for (const { stix_id, shortname } of known) {
        expect(shortname).toBe(byId.get(stix_id)?.x_mitre_shortname);
      }
      // Tactics that are not active are none of ours.
      const gone = parsed.filter((one) => one.x_mitre_shortname && stateOf(one) !== "active");
      expect(matched + known.length).toBe(parsed.length - gone.length);
    });
  });
}
