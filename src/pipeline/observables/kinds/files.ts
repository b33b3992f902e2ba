import type { Kind } from "./kind.ts";

const ACTIVE_DAYS = 365;
const CONTROL = /\p{Cc}/u;

/** A file name, compared in lowercase like on Windows. */
export const file_name: Kind = {
  form: "the name of a file, without its folders",
  activeDays: ACTIVE_DAYS,
  normalise(value) {
    const isName =
      value !== "" && value.length <= 255 && !/[\\/]/.test(value) && !CONTROL.test(value);
    return isName ? value.toLowerCase() : null;
  },
};

/** A path with at least one folder, compared in lowercase, without surrounding quotes and trailing slashes. */
export const file_path: Kind = {
  form: String.raw`the path of a file or folder, as C:\ProgramData\a.dll or /tmp/a`,
  activeDays: ACTIVE_DAYS,
  normalise(value) {
    const unquoted = value.replace(/^"(.*)"$/, "$1");
    const path = unquoted.replace(/(?<=[^\\/:])[\\/]{1,4}$/, "");
    const isPath =
      path.length <= 1024 &&
      /[\\/]/.test(unquoted) &&
      !CONTROL.test(path) &&
      /[\p{L}\p{N}]/u.test(path);
    return isPath ? path.toLowerCase() : null;
  },
};

/** Short names of the hives, as reports write them. */
const HIVES: ReadonlyMap<string, string> = new Map([
  ["hklm", "hkey_local_machine"],
  ["hkcu", "hkey_current_user"],
  ["hkcr", "hkey_classes_root"],
  ["hku", "hkey_users"],
  ["hkcc", "hkey_current_config"],
]);

/** A Windows registry key with the full name of its hive, compared in lowercase. */
export const registry_key: Kind = {
  form: String.raw`a registry key with its hive, as HKLM\Software\Example`,
  activeDays: ACTIVE_DAYS,
  normalise(value) {
    const path = value
      .replaceAll(/\\{2,}/g, "\\")
      .replace(/:\\/, "\\")
      .replace(/\\$/, "")
      .toLowerCase();
    const [hive = "", ...keys] = path.split("\\");
    const whole = HIVES.get(hive) ?? hive;
    const isKey = [...HIVES.values()].includes(whole) && keys.length > 0 && path.length <= 1024;
    return isKey && !CONTROL.test(path) ? [whole, ...keys].join("\\") : null;
  },
};

/** Creates a kind for names that a program gives itself, compared verbatim. */
function written(form: string, max: number): Kind {
  return {
    form,
    activeDays: ACTIVE_DAYS,
    normalise: (value) =>
      value !== "" && value.length <= max && !CONTROL.test(value) ? value : null,
  };
}

export const mutex = written("the name of a mutex", 260);
export const user_agent = written("a User-Agent", 1024);
