export function installPackages(packages: readonly string[], isThere: string): Promise<boolean>;
export function remedyFor(packages: readonly string[]): string;
