import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { SETTING_NAMES } from "../src/settings.ts";

const FOLDER = join(import.meta.dirname, "..", "deploy");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
/** Those that the Node program reads itself, and those of the Worker. */
const KNOWN = new Set(["DATA_DIR", "HOST", "PORT", ...SETTING_NAMES]);

interface Compose {
  services: Record<string, { environment: Record<string, string> }>;
}
interface StatefulSet {
  spec: { template: { spec: { containers: { env: { name: string }[] }[] } } };
}

const compose = parse(read("compose.yaml")) as Compose;
const [statefulSet] = parseAllDocuments(read("statefulset.yaml")).map(
  (document) => document.toJS() as StatefulSet,
);

describe("the files for containers and services", () => {
  it.each([
    ["compose.yaml", Object.keys(compose.services["tradecraft"]?.environment ?? {})],
    ["statefulset.yaml", namesIn(statefulSet)],
    ["Dockerfile", matches("Dockerfile", /^ENV (.*)$/gm)],
    ["tradecraft.service", matches("tradecraft.service", /^Environment=(.*)$/gm)],
  ])("give the service settings that it has: %s", (_name, names) => {
    expect(names).not.toHaveLength(0);
    expect(names.filter((name) => !KNOWN.has(name))).toEqual([]);
  });

  it("name the version that this is, and the changelog says what is in it", () => {
    const { version } = JSON.parse(read("../package.json")) as { version: string };
    expect(read("Dockerfile")).toContain(`VERSION=${version} `);
    expect(read(".env.example")).toContain(`\nVERSION=${version}\n`);
    expect(read("statefulset.yaml")).toContain(`image: tradecraft:${version}\n`);
    expect(read("../CHANGELOG.md")).toContain(`\n## [${version}] - `);
  });

  it("have an example of each variable that Compose wants", () => {
    const wanted = matchesAll(read("compose.yaml"), /\$\{([A-Z_]+)/g);
    const given = matchesAll(read(".env.example"), /^([A-Z_]+)=/gm);
    expect([...new Set(wanted)].sort()).toEqual(given.sort());
  });

  it("have the proxy remove the headers by which the service knows people", () => {
    const [, token = "", people = ""] = read("Caddyfile").split(/handle @token|route \{/);
    for (const header of ["X-Auth-User", "X-Auth-Roles"]) {
      expect(token).toContain(`request_header -${header}`);
      expect(people).toContain(`request_header -${header}`);
    }
    // An empty role would be that of a viewer.
    expect(people).toContain("default none");
    // It sends the secret itself only for those that oauth2-proxy knows.
    expect(token).toContain("request_header -X-Proxy-Secret");
    expect(people).toContain("header_up X-Proxy-Secret {$PROXY_SECRET}");
  });
});

function namesIn(set: StatefulSet | undefined): string[] {
  return set?.spec.template.spec.containers[0]?.env.map(({ name }) => name) ?? [];
}

/** Names of the `NAME=value` pairs of some lines of a file. */
function matches(file: string, line: RegExp): string[] {
  return matchesAll(read(file), line).flatMap((pairs) => matchesAll(pairs, /([A-Z_]+)=/g));
}

function matchesAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = ""]) => found);
}
