export declare function memoryFolder(neededBytes: number): string | undefined;
