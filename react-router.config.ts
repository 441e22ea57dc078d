/** Where React Router finds the application, and that it renders on the server. */
import type { Config } from "@react-router/dev/config";

export default { appDirectory: "src", ssr: true } satisfies Config;
