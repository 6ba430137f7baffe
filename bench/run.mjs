// npm run bench -- NAME [options]: runs bench/NAME.ts.
import { existsSync } from "node:fs";

const [name = "start", ...rest] = process.argv.slice(2);
const file = new URL(`${name}.ts`, import.meta.url);
if (!existsSync(file)) {
  console.error(`There is no benchmark "${name}". See bench/.`);
  process.exit(2);
}
process.argv.splice(2, process.argv.length, ...rest);
await import(file.href);
