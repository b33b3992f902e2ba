const two = (value: number) => String(value).padStart(2, "0");

/** Returns the day of a moment in the user's time zone, such as 2026-11-28; empty for none. */
export function formatDay(moment: string | null): string {
  if (moment === null) return "";
  const date = new Date(moment);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns a moment in the user's time zone, such as 2026-11-28 14:05 UTC+1; empty for none. */
export function formatTime(moment: string | null): string {
  if (moment === null) return "";
  const date = new Date(moment);
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return `${formatDay(moment)} ${time} ${zoneOf(date)}`;
}

function zoneOf(date: Date): string {
  const ahead = -date.getTimezoneOffset();
  if (ahead === 0) return "UTC";
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `UTC${ahead < 0 ? "-" : "+"}${hours}${minutes === 0 ? "" : `:${two(minutes)}`}`;
}
