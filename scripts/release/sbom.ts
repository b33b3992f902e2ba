import { PRODUCT } from "../../src/platform/lib/product.ts";
import type { Component } from "./components.ts";

/** A bill of materials, CycloneDX 1.6: exactly what is in the archive, and nothing that only made it. */
export function writeSbom(components: readonly Component[], modified: number): string {
  const { name, version, description } = PRODUCT;
  const root = `pkg:npm/${name}@${version}`;
  const parts = components.map(partOf);
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: new Date(modified * 1000).toISOString(),
      component: {
        type: "application",
        "bom-ref": root,
        name,
        version,
        description,
        licenses: [{ license: { id: "Apache-2.0" } }],
        purl: root,
      },
    },
    components: parts,
    dependencies: [
      { ref: root, dependsOn: parts.map(({ purl }) => purl) },
      ...parts.map(({ purl }) => ({ ref: purl })),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function partOf({ name, version, license, integrity }: Component) {
  const [scope, bare] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const content = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": purl,
    ...(scope === undefined ? {} : { group: scope }),
    name: bare,
    version,
    hashes: [{ alg: "SHA-512", content }],
    licenses: [{ license: { id: license } }],
    purl,
  };
}
