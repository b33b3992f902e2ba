import { gunzipSync } from "node:zlib";
import { listData, readData } from "../real-data.ts";

export type SampleKind = "stix" | "misp" | "atlas" | "navigator" | "feed" | "report";

/** A file to mutate; `items` are its parts, one of which is changed at a time. */
export interface Sample {
  kind: SampleKind;
  name: string;
  items: unknown[];
}

/** Parts of a file that are sent along; more would only take time. */
const MAX_ITEMS = 6;

const OWN: Sample[] = [
  {
    kind: "stix",
    name: "own bundle",
    items: [
      {
        type: "report",
        id: "report--50000000-0000-4000-8000-000000000001",
        name: "Own",
        description: "It used T1059.",
        object_refs: ["indicator--1"],
        published: "2026-01-01",
        external_references: [{ source_name: "x", url: "https://own.unit.dev/a" }],
      },
      {
        type: "indicator",
        id: "indicator--50000000-0000-4000-8000-000000000002",
        name: "Indicator",
        pattern: "[domain-name:value = 'own-unit.xyz']",
      },
      {
        type: "observed-data",
        id: "observed-data--50000000-0000-4000-8000-000000000003",
        objects: { 0: { type: "file", hashes: { MD5: "ab".repeat(16) } } },
      },
    ],
  },
  {
    kind: "misp",
    name: "own event",
    items: [
      {
        Event: {
          info: "Own event",
          uuid: "60000000-0000-4000-8000-000000000001",
          date: "2026-01-01",
          Attribute: [{ type: "domain", value: "own-unit.xyz", to_ids: true }],
          Tag: [{ name: 'misp-galaxy:mitre-attack-pattern="Phishing - T1566"' }],
          Object: [{ name: "file", Attribute: [{ type: "md5", value: "cd".repeat(16) }] }],
        },
      },
    ],
  },
  {
    kind: "atlas",
    name: "own study",
    items: [
      {
        id: "AML.CS0001",
        name: "Own study",
        summary: "It was tried.",
        "incident-date": "2025-03-04",
        procedure: [{ technique: "AML.T0000" }],
      },
    ],
  },
  {
    kind: "navigator",
    name: "own layer",
    items: [{ techniqueID: "T1059", score: 1, metadata: [{ name: "a", value: "b" }] }],
  },
  {
    kind: "feed",
    name: "own feed",
    items: [
      "<title>Own item</title><link>https://own.unit.dev/b</link><description>T1566 &lt;b></description>",
    ],
  },
  {
    kind: "report",
    name: "own report",
    items: ["The actor used PowerShell (T1059.001) and own-unit.xyz."],
  },
];

const parse = (bytes: Buffer): unknown => {
  const text = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
  return JSON.parse(text.toString("utf8")) as unknown;
};

function samplesIn(
  kind: SampleKind,
  folder: string,
  ending: RegExp,
  itemsOf: (bytes: Buffer) => unknown[],
): Sample[] {
  return listData(folder)
    .filter((name) => ending.test(name))
    .flatMap((name) => {
      const bytes = readData(`${folder}/${name}`);
      if (bytes === null || bytes.length > 3_000_000) return [];
      const items = itemsOf(bytes).slice(0, 200);
      return items.length === 0 ? [] : [{ kind, name, items }];
    });
}

const member = (value: unknown, name: string): unknown[] => {
  const list = (value as Record<string, unknown> | null)?.[name];
  return Array.isArray(list) ? list : [];
};

/** The real files where they are at hand, else none. */
export function realSamples(): Sample[] {
  const objects = (bytes: Buffer) => member(parse(bytes), "objects");
  return [
    ...samplesIn("stix", "stix", /\.json$/, objects),
    ...samplesIn("stix", "atlas/opencti-bundles", /\.json$/, objects),
    ...samplesIn("misp", "misp", /\.json$/, (bytes) => {
      const event = parse(bytes) as { Event?: unknown; response?: unknown };
      return event.Event === undefined ? member(event, "response") : [event];
    }),
    ...samplesIn("navigator", "atlas/navigator-layers", /\.json$/, (bytes) =>
      member(parse(bytes), "techniques"),
    ),
    ...samplesIn("feed", "feeds", /\.(?:xml|rss|atom)$/, (bytes) =>
      [...bytes.toString("utf8").matchAll(/<item[ >][^]*?<\/item>|<entry[ >][^]*?<\/entry>/g)].map(
        ([item]) => item.replace(/^<[^>]*>/, "").replace(/<\/(?:item|entry)>$/, ""),
      ),
    ),
    ...samplesIn("report", "reports", /\.txt$/, (bytes) => [
      bytes.toString("utf8").slice(0, 20_000),
    ]),
  ];
}

/** The real files together with what is made here, so that every kind is there. */
export function allSamples(): Sample[] {
  return [...OWN, ...realSamples()];
}

/** A few neighbouring parts of a sample. */
export function someItems(sample: Sample, random: () => number): unknown[] {
  const from = Math.floor(random() * Math.max(1, sample.items.length - MAX_ITEMS + 1));
  return sample.items.slice(from, from + MAX_ITEMS);
}
