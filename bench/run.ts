/** Every bench in turn, printed as ratios against a floor of the same run. It never fails for being slow. */
import { spawnSync } from "node:child_process";

for (const bench of ["bench/page.ts", "bench/purchase.ts", "bench/mail.ts"]) {
  console.log(`\n${bench}`);
  spawnSync(process.execPath, [bench], { stdio: "inherit" });
}
