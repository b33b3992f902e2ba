import type { Configuration, SettingUnit, SettingView } from "./health/schema.ts";
import { aboutSetting } from "./platform/lib/setting-forms.ts";
import { describeSlots } from "./reading/providers/describe-slots.ts";
import { bindingOf } from "./reading/providers/slot-binding.ts";
import { SETTING_GROUPS } from "./setting-fields.ts";
import type { Settings } from "./settings.ts";

/** Unit of a setting by the end of its name. */
const UNITS: readonly [RegExp, SettingUnit][] = [
  [/_BYTES_PER_SECOND$/, "bytes_per_second"],
  [/_BYTES(?:_PER_ACTOR)?$/, "bytes"],
  [/_MS$/, "milliseconds"],
  [/_HOURS$/, "hours"],
  [/_DAYS$/, "days"],
  [/_PER_MINUTE$/, "per_minute"],
  [/_CHARS$/, "characters"],
  [/_TOKENS$/, "tokens"],
  [/_PAGES$/, "pages"],
];

/**
 * Describes every setting with its effective value, and the model, host and key of the providers. Secrets are never
 * included.
 * @param given the environment that the settings were parsed from
 */
export function describeSettings(
  given: Record<string, unknown>,
  settings: Settings,
): Configuration {
  const views = Object.entries(SETTING_GROUPS).flatMap(([topic, fields]) =>
    Object.entries(fields).map(([name, form]): SettingView => {
      const { meaning, isSecret } = aboutSetting(form);
      const fallback = form.safeParse(undefined).data;
      return {
        name,
        topic: topic as SettingView["topic"],
        meaning,
        unit: UNITS.find(([end]) => end.test(name))?.[1] ?? null,
        is_secret: isSecret,
        is_set: given[name] !== undefined && given[name] !== "",
        value: isSecret ? null : shown(settings[name as keyof Settings] as Shown),
        default: isSecret ? null : shown(fallback as Shown),
      };
    }),
  );
  const providers = describeSlots(settings).map(({ id, kind, model }) => {
    const { baseUrl, apiKey } = bindingOf(settings, id);
    const host = baseUrl === undefined ? null : new URL(baseUrl).host;
    return { id, kind, model, host, has_key: apiKey !== undefined };
  });
  return { providers, settings: views };
}

/** Values of settings that are not secret. */
type Shown = string | number | boolean | readonly string[] | undefined;

function shown(value: Shown): SettingView["value"] {
  if (value === undefined) return null;
  if (typeof value === "object") return [...value];
  return typeof value === "string" ? withoutCredentials(value) : value;
}

/** Hides a password or a query key in a URL. */
function withoutCredentials(value: string): string {
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  if (url === null || url.username + url.password + url.search + url.hash === "") return value;
  Object.assign(url, { username: "", password: "", search: "", hash: "" });
  return `${url.href} (credentials and query are hidden)`;
}
