/** One build for the browser, one for the server; the server's entry is our own main. */
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: { ssr: { build: { rollupOptions: { input: "./src/app/server.ts" } } } },
  build: { sourcemap: false },
});
