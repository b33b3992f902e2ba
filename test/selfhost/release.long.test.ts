import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRODUCT } from "../../src/platform/lib/product.ts";
import { scaled } from "../support/node/machine.ts";
import { hasOwnNetwork, runInOwnNetwork } from "../support/node/own-network.ts";
import { temporaryFolder } from "../support/node/service.ts";
import type { Observed } from "./release-inside.ts";

interface Sbom {
  components: { name: string; purl: string; licenses: { license: { id: string } }[] }[];
}

const platform = `linux-${process.arch}`;
const name = `${PRODUCT.name}-${PRODUCT.version}-${platform}`;
const INSIDE = join(import.meta.dirname, "release-inside.ts");
const folder = temporaryFolder();
const place = (...names: string[]) => join(folder.path, ...names);
const unpacked = place(name);
afterAll(() => folder.remove());

function release(out: string): Buffer {
  const args = ["scripts/release.ts", "--platform", platform, "--out", out];
  execFileSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  return readFileSync(join(out, `${name}.tar.gz`));
}

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");

describe.runIf(process.platform === "linux")("a release archive", () => {
  let archive: Buffer;
  let entries: string[];

  beforeAll(() => {
    archive = release(place("first"));
    execFileSync("tar", ["-xzf", place("first", `${name}.tar.gz`), "-C", folder.path]);
    entries = execFileSync("tar", ["-tzf", place("first", `${name}.tar.gz`)], {
      encoding: "utf8",
    }).split("\n");
  }, scaled(180_000));

  it(
    "serves and analyzes from a read-only folder, without network, Node and npm",
    async () => {
      const dataDir = place("data");
      mkdirSync(dataDir);
      const observed = JSON.parse(await observe([unpacked, dataDir])) as Observed;
      expect(observed).toEqual({
        version: `tradecraft ${PRODUCT.version}`,
        byCommand: ["T1003.001", "T1059.001"],
        byService: ["T1003.001", "T1059.001"],
        page: 200,
        audit: "Valid. Every row and the end fit the key.",
        exitCode: 0,
        isWritable: !hasOwnNetwork(),
      });
    },
    scaled(120_000),
  );

  it(
    "has the same bytes when it is made again, and the sum that is noted",
    () => {
      const again = release(place("second"));
      expect(sha256(again)).toBe(sha256(archive));
      const sums = readFileSync(place("second", "SHA256SUMS"), "utf8").trim().split("\n");
      expect(sums).toContain(`${sha256(archive)}  ${name}.tar.gz`);
      const sbom = readFileSync(place("second", `${name}.cdx.json`), "utf8");
      expect(sums).toContain(`${sha256(sbom)}  ${name}.cdx.json`);
    },
    scaled(180_000),
  );

  it("lists each of its packages with a license that was decided on", () => {
    const { components } = JSON.parse(
      readFileSync(join(unpacked, "sbom.cdx.json"), "utf8"),
    ) as Sbom;
    const notices = readFileSync(join(unpacked, "THIRD-PARTY-NOTICES.txt"), "utf8");
    const missing = components.filter(({ purl }) => {
      const address = decodeURIComponent(purl).replace(/^pkg:npm\/(.*)@/, "$1/v/");
      return !notices.includes(`https://www.npmjs.com/package/${address}\n`);
    });
    expect(missing).toEqual([]);
    const names = components.map((one) => one.name);
    expect(names).toEqual(
      expect.arrayContaining(["hono", "react", "noto-sans", `node-${platform}`]),
    );
    expect(names).not.toContain("vite");
    const licenses = components.flatMap((one) => one.licenses.map(({ license }) => license.id));
    expect(licenses.filter((id) => /GPL|MPL/.test(id))).toEqual([]);
  });

  it("holds nothing of earlier builds, and no packages", () => {
    const inside = entries.map((entry) => entry.replace(`${name}/`, ""));
    expect(inside.filter((entry) => entry.includes("node_modules"))).toEqual([]);
    expect(inside.filter((entry) => /^\.build\/(?!worker\.js|selfhost\/)/.test(entry))).toEqual([]);
    expect(inside).toContain("bin/workerd");
  });
});

/** In a network of its own where the system has such, and there with the archive read-only. */
async function observe(args: string[]): Promise<string> {
  if (!hasOwnNetwork())
    return execFileSync(process.execPath, [INSIDE, ...args], { encoding: "utf8" });
  const network = { addresses: [], hostsFile: place("hosts"), hosts: "127.0.0.1 localhost\n" };
  return await runInOwnNetwork(INSIDE, network, [...args, "read-only"]);
}
