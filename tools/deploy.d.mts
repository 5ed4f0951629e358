export declare function deployServer(folder: string): Promise<void>;
