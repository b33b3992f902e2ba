import { useQuery } from "@tanstack/react-query";
import { releaseName } from "../release-name.ts";
import { versionsQuery } from "../../api/attack.ts";

interface Props {
  domain: string | undefined;
  version: string | undefined;
  onChange: (release: { domain: string; version: string }) => void;
}

/** Selects an ingested release; nothing if there is only one. */
export function ReleasePicker({ domain, version, onChange }: Props) {
  const { data: versions = [] } = useQuery(versionsQuery);
  const wanted = domain ?? "enterprise-attack";
  const chosen =
    versions.find((one) => one.domain === wanted && one.version === version) ??
    versions.find((one) => one.domain === wanted && one.is_current);
  if (versions.length < 2) return null;
  return (
    <label>
      Release{" "}
      <select
        value={chosen === undefined ? "" : `${chosen.domain} ${chosen.version}`}
        onChange={({ target }) => {
          const [to, at] = target.value.split(" ");
          if (to !== undefined && at !== undefined) onChange({ domain: to, version: at });
        }}
      >
        {versions.map((one) => (
          <option key={`${one.domain} ${one.version}`} value={`${one.domain} ${one.version}`}>
            {releaseName(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
