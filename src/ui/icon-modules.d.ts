/** Types what scripts/icons.ts makes of an icon's name. */
declare module "~icons/lucide/*" {
  const icon: import("./icon.tsx").Icon;
  export default icon;
}
