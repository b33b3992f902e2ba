import type { PathCommand } from "fontkit";

/**
 * Converts a path to PDF operators (PDF 1.7, section 8.5.2), scaled by `unit`. PDF has no quadratic curves; the control
 * points of the equivalent cubic curve are two thirds of the way to the quadratic one's.
 */
export function toOperators(commands: readonly PathCommand[], unit: number): string {
  let x = 0;
  let y = 0;
  const operators: string[] = [];
  const add = (operator: string, ...points: number[]) => {
    operators.push([...points.map((value) => (value / unit).toFixed(4)), operator].join(" "));
    [x = 0, y = 0] = points.slice(-2);
  };
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0] = args;
    if (command === "moveTo") add("m", a, b);
    else if (command === "lineTo") add("l", a, b);
    else if (command === "quadraticCurveTo") {
      const third = (from: number, control: number) => from + ((control - from) * 2) / 3;
      add("c", third(x, a), third(y, b), third(c, a), third(d, b), c, d);
    } else if (command === "bezierCurveTo") add("c", ...args);
    else operators.push("h");
  }
  return operators.join(" ");
}
