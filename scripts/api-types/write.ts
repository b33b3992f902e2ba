/**
 * Writes the types of the interface, from its OpenAPI document, to where the console reads them. They
 * are made anew for each check and are no part of the repository.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { createApp } from "../../src/app.ts";
import { describeService } from "../../src/openapi/describe-service.ts";

const target = join(import.meta.dirname, "../../src/console/api/schema.d.ts");
const described = structuredClone(describeService(createApp())) as unknown as OpenAPI3;
const types = astToString(await openapiTS(described));
const isSame = existsSync(target) && readFileSync(target, "utf8") === types;
if (!isSame) writeFileSync(target, types);
