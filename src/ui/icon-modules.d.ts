/** Types of the modules that scripts/icons.ts makes. */
declare module "~icons/lucide/*" {
  const icon: import("./icon.tsx").Icon;
  export default icon;
}
