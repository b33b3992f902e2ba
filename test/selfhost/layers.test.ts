import { afterAll, beforeAll, it } from "vitest";
import { smallBundle, smallObjects, technique } from "../support/bundles.ts";
import { checkMigrations, toPair } from "../support/node/check-migrations.ts";
import { checkSessionFiles } from "../support/node/check-session-files.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const folder = preparedFolder();
let service: RunningService;
beforeAll(async () => {
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const before = [
  ...smallObjects().filter((object) => object["relationship_type"] !== "revoked-by"),
  technique(12, "T1200", "Gone Later", ["execution"]),
].map((object) => ({ ...object, revoked: false }));
const after = smallBundle("18.1");
const bundles = [smallBundle("17.1", "2.1", before), after];

checkMigrations(
  [
    toPair(
      "enterprise-attack",
      ["17.1", "18.1"],
      bundles.map((bundle) => Buffer.from(JSON.stringify(bundle))),
    ),
  ],
  () => service.url,
);

it("exports valid STIX of ATT&CK's own objects, and a layer that comes in again", async () => {
  const text = "APT29 ran T1059.001 and sent T1566 mail; T1574.001 was seen once.";
  await checkSessionFiles(service.url, text);
});
