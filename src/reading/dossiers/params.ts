import { versionParam } from "../../knowledge/attack/params.ts";

export const dossierVersion = versionParam.optional().meta({
  description:
    "Ingested release that all ids are followed to. Default: the newest release of the sessions.",
});
