//! Runs the program from outside, and says what is to be said of every run.

#![allow(dead_code, reason = "every test crate uses a part of it")]

use assert_cmd::Command;
use serde_json::Value;

/// What a run left behind.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// It ended well; its standard output.
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// It refused its input: exit code 2 and nothing on standard output; what it said.
    pub fn refused(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        self.err
    }
}

/// Runs the program with these arguments, without a terminal.
pub fn broadside(args: &[&str]) -> Ran {
    run(Command::cargo_bin("broadside").unwrap().args(args))
}

/// Runs a command that may have more than arguments.
pub fn run(command: &mut Command) -> Ran {
    let output = command.env_remove("NO_COLOR").output().unwrap();
    Ran {
        code: output.status.code().expect("not ended by a signal"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A document as a value.
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A command of the program, to be run with further arguments.
pub struct Program(pub &'static str);

impl Program {
    /// What its run leaves behind.
    pub fn ran(&self, args: &[&str]) -> Ran {
        broadside(&[&[self.0], args].concat())
    }

    /// What it prints when all is well.
    pub fn told(&self, args: &[&str]) -> String {
        self.ran(args).ok()
    }

    /// The same as JSON.
    pub fn json(&self, args: &[&str]) -> Value {
        json(&self.told(&[args, &["--format", "json"]].concat()))
    }

    /// What it says of input that it refuses.
    pub fn refused(&self, args: &[&str]) -> String {
        self.ran(args).refused()
    }
}
