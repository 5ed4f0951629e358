export function installPackages(packages: readonly string[], isThere: string): Promise<number | null>;
