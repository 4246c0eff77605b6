// A worker runs one command of gospin, compiled to WebAssembly, on files in memory. What wasm_exec.js needs of
// Node's file system is here: only what gospin uses of it.
const files = new Map(), open = new Map(), input = [], text = new TextEncoder();
let nextFile = 10, waiting = null, ended = false;

const failed = code => Object.assign(new Error(code), { code });
const base = path => path.split("/").pop();
const stats = (size, isFolder) => ({
	dev: 0, ino: 0, mode: isFolder ? 0o40755 : 0o100644, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
	blksize: 4096, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => isFolder,
});
const isFolder = path => path === "" || /(^|\/)(\.|tmp|work)?\/?$/.test(path);

// read gives what has come on standard input, or waits for it.
function read(buffer, offset, length, done) {
	if (input.length) {
		const part = input[0].subarray(0, length);
		buffer.set(part, offset);
		if (part.length === input[0].length) input.shift();
		else input[0] = input[0].subarray(length);
		done(null, part.length);
	} else if (ended) done(null, 0);
	else waiting = () => read(buffer, offset, length, done);
}

function say(fd, buffer) {
	postMessage({ [fd === 2 ? "err" : "out"]: fd === 2 ? new TextDecoder().decode(buffer) : buffer.slice() });
}

const todo = done => done(failed("ENOSYS")), fine = (...all) => all.at(-1)(null);
const O = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };

globalThis.fs = {
	constants: O,
	writeSync(fd, buffer) { say(fd, buffer); return buffer.length; },
	write(fd, buffer, offset, length, position, done) {
		const part = buffer.subarray(offset, offset + length), f = open.get(fd);
		if (fd < 3) say(fd, part);
		else if (!f) return done(failed("EBADF"));
		else {
			const old = files.get(f.name) || new Uint8Array(0);
			const at = f.appends ? old.length : position ?? f.at, all = new Uint8Array(Math.max(old.length, at + length));
			all.set(old); all.set(part, at);
			files.set(f.name, all);
			if (position === null) f.at = at + length;
		}
		done(null, length);
	},
	read(fd, buffer, offset, length, position, done) {
		if (fd === 0) return read(buffer, offset, length, done);
		const f = open.get(fd);
		if (!f) return done(failed("EBADF"));
		const at = position ?? f.at, part = (files.get(f.name) || new Uint8Array(0)).subarray(at, at + length);
		buffer.set(part, offset);
		if (position === null) f.at += part.length;
		done(null, part.length);
	},
	open(path, flags, mode, done) {
		const name = base(path);
		if (isFolder(path)) return open.set(nextFile, { name: "", folder: true, at: 0 }), done(null, nextFile++);
		if (!files.has(name) && !(flags & O.O_CREAT)) return done(failed("ENOENT"));
		if (files.has(name) && flags & O.O_EXCL) return done(failed("EEXIST"));
		if (!files.has(name) || flags & O.O_TRUNC) files.set(name, new Uint8Array(0));
		open.set(nextFile, { name, at: 0, appends: flags & O.O_APPEND });
		done(null, nextFile++);
	},
	close(fd, done) { open.delete(fd); done(null); },
	fstat(fd, done) {
		const f = open.get(fd);
		if (!f && fd > 2) return done(failed("EBADF"));
		done(null, stats(f ? (files.get(f.name) || "").length || 0 : 0, !!f && !!f.folder));
	},
	stat(path, done) {
		if (isFolder(path)) return done(null, stats(0, true));
		const b = files.get(base(path));
		b ? done(null, stats(b.length, false)) : done(failed("ENOENT"));
	},
	lstat(path, done) { this.stat(path, done); },
	rename(from, to, done) {
		if (!files.has(base(from))) return done(failed("ENOENT"));
		files.set(base(to), files.get(base(from)));
		files.delete(base(from));
		done(null);
	},
	unlink(path, done) { files.delete(base(path)) ? done(null) : done(failed("ENOENT")); },
	readdir(path, done) { done(null, [...files.keys()]); },
	fsync: fine, mkdir: fine, rmdir: fine, chmod: fine, fchmod: fine, chown: fine, fchown: fine, lchown: fine, utimes: fine,
	ftruncate(fd, length, done) {
		const f = open.get(fd), old = files.get(f.name), all = new Uint8Array(length);
		all.set(old.subarray(0, length));
		files.set(f.name, all);
		done(null);
	},
	truncate: (path, length, done) => todo(done), link: (a, b, done) => todo(done), symlink: (a, b, done) => todo(done),
	readlink: (path, done) => done(failed("EINVAL")),
};
globalThis.process = {
	getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 0,
	umask: () => 0, cwd: () => "/work", chdir() { },
};

onmessage = async ({ data }) => {
	if (data.input !== undefined) input.push(text.encode(data.input));
	if (data.end) ended = true;
	if ((data.input !== undefined || data.end) && waiting) [waiting, data.again] = [null, waiting], data.again();
	if (data.stop && globalThis.gospinInterrupt) gospinInterrupt();
	if (!data.run) return;
	try {
		for (const [name, body] of Object.entries(data.files)) files.set(name, text.encode(body));
		const go = new Go();
		go.argv = ["gospin", ...data.run];
		go.env = { HOME: "/work", TMPDIR: "/tmp", NO_COLOR: "1" };
		go.exit = code => {
			const made = {};
			for (const [name, body] of files) if (!(name in data.files)) made[name] = new TextDecoder().decode(body);
			postMessage({ exit: code, files: made });
		};
		await go.run(await WebAssembly.instantiate(data.module, go.importObject));
	} catch (e) { postMessage({ exit: 4, err: `gospin: ${e}\n`, files: {} }); }
};
