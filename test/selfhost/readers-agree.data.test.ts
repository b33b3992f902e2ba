import { afterAll, beforeAll, expect, it } from "vitest";
import { KnownNames } from "../../src/pipeline/imports/known-names.ts";
import { createLocalReaders } from "../../src/readers/local-readers.ts";
import type { Readers } from "../../src/readers/readers.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import {
  listOf,
  type OpenReaders,
  openReaders,
  READER_LIMITS,
} from "../support/node/reader-client.ts";
import { readData } from "../support/node/real-data.ts";

const MATRICES = ["atlas/stix-atlas.json", "atlas/ATLAS.yaml"];

describeWithData("readers in this process and in others", MATRICES, () => {
  const names = new KnownNames([]);
  const matrix = { version: null, key: "k", withRelease: true };
  let opened: OpenReaders;
  beforeAll(async () => {
    opened = await openReaders();
  });
  afterAll(() => opened.close());

  it.each(MATRICES)("answer the same: %s", async (path) => {
    async function* source() {
      yield new Uint8Array(readData(path) ?? []);
    }
    const read = (readers: Readers) => listOf(readers.matrix("a", source, names, matrix));
    expect(await read(opened.readers)).toEqual(await read(createLocalReaders(READER_LIMITS)));
  });
});
