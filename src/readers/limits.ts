import type { DocumentLimits } from "../formats/documents/document.ts";

const MIB = 1024 * 1024;

/** The settings that limit parsed content. */
export interface ReaderSettings {
  MAX_UPLOAD_BYTES: number;
  MAX_UNPACKED_BYTES: number;
  MAX_PDF_PAGES: number;
  MAX_TEXT_CHARS: number;
  MAX_FEED_BYTES: number;
  MAX_JSON_BYTES: number;
  MAX_IMPORT_BYTES: number;
}

/** Limits of one file by reader; sizes in bytes, lengths in UTF-16 code units. */
export interface ReaderLimits {
  document: DocumentLimits & { maxBytes: number };
  html: { maxBytes: number; maxTags: number; maxTextChars: number };
  feed: { maxBytes: number; maxTags: number };
  navigator: { maxBytes: number; maxValues: number };
  /** STIX, sharing events and matrices in JSON, and each object in them. */
  json: { maxBytes: number; maxValueBytes: number };
  /** The references of a bundle are in memory while it is parsed. */
  stix: { maxObjects: number };
  yaml: { maxBytes: number; maxTokens: number };
}

/**
 * Limits for an isolate of 128 MB and 30 s of CPU. `npm run bench -- readers` measures the worst input that each
 * allows. A reader cannot be killed there, so these are upper bounds of the settings.
 */
const EDGE: ReaderLimits = {
  document: {
    maxBytes: 10 * MIB,
    maxUnpackedBytes: 20 * MIB,
    maxPdfPages: 500,
    maxTextChars: 1_000_000,
  },
  html: { maxBytes: 4 * MIB, maxTags: 200_000, maxTextChars: 1_000_000 },
  feed: { maxBytes: 5 * MIB, maxTags: 200_000 },
  navigator: { maxBytes: 2 * MIB, maxValues: 400_000 },
  // One object of 8 MiB takes 127 MiB of an isolate while it is parsed.
  json: { maxBytes: 100 * MIB, maxValueBytes: 4 * MIB },
  stix: { maxObjects: 250_000 },
  yaml: { maxBytes: 2 * MIB, maxTokens: 100_000 },
};

/** Limits for a process with a heap of 768 MiB, which is killed if it exceeds it. */
const SELF_HOSTED = {
  tags: 1_000_000,
  jsonValueBytes: 8 * MIB,
  navigatorValues: 1_000_000,
  stixObjects: 2_000_000,
  yamlBytes: 16 * MIB,
  yamlTokens: 1_000_000,
};

/** Returns the limits of a reader in a separate process: the settings, and what a process supports. */
export function selfHostedLimits(settings: ReaderSettings): ReaderLimits {
  const { MAX_UPLOAD_BYTES: upload, MAX_TEXT_CHARS: maxTextChars } = settings;
  return {
    document: {
      maxBytes: upload,
      maxUnpackedBytes: settings.MAX_UNPACKED_BYTES,
      maxPdfPages: settings.MAX_PDF_PAGES,
      maxTextChars,
    },
    html: { maxBytes: upload, maxTags: SELF_HOSTED.tags, maxTextChars },
    feed: { maxBytes: settings.MAX_FEED_BYTES, maxTags: SELF_HOSTED.tags },
    navigator: { maxBytes: settings.MAX_JSON_BYTES, maxValues: SELF_HOSTED.navigatorValues },
    json: { maxBytes: settings.MAX_IMPORT_BYTES, maxValueBytes: SELF_HOSTED.jsonValueBytes },
    stix: { maxObjects: SELF_HOSTED.stixObjects },
    yaml: { maxBytes: SELF_HOSTED.yamlBytes, maxTokens: SELF_HOSTED.yamlTokens },
  };
}

/** Returns the limits in an isolate: the settings, but never more than the isolate supports. */
export function edgeLimits(settings: ReaderSettings): ReaderLimits {
  return least(selfHostedLimits(settings), EDGE);
}

/** Returns the smaller of two limits, by name. */
function least<T extends object>(a: T, b: T): T {
  const names = Object.keys(a) as (keyof T)[];
  const pairs = names.map((name) => {
    const [one, other] = [a[name], b[name]];
    const isNumber = typeof one === "number" && typeof other === "number";
    return [name, isNumber ? Math.min(one, other) : least(one as object, other as object)];
  });
  return Object.fromEntries(pairs) as T;
}
