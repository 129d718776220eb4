"""mail_server.py smtp|imap USER PASSWORD: accepts mail after authentication with PLAIN, without TLS.

Prints the port, then a line for each login ("accepted" or "refused") and for each message ("message"). Each line of
stdin is a new password.
"""

import base64
import socketserver
import sys
import threading

protocol, user, password = sys.argv[1:]


def is_correct(response):
    return base64.b64decode(response).split(b"\0")[1:] == [user.encode(), password.encode()]


class Handler(socketserver.StreamRequestHandler):
    def send(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def lines(self):
        for line in self.rfile:
            yield line.rstrip(b"\r\n").decode()

    def note_login(self, response):
        accepted = is_correct(response)
        print("accepted" if accepted else "refused", flush=True)
        return accepted

    def handle(self):
        try:
            self.smtp() if protocol == "smtp" else self.imap()
        except ConnectionError:
            pass

    def smtp(self):
        self.send("220 localhost")
        for line in self.lines():
            word = line.split(" ")[0].upper()
            if word == "EHLO":
                self.send("250-localhost")
                self.send("250 AUTH PLAIN")
            elif word == "AUTH":
                self.send("235 ok" if self.note_login(line.split(" ")[2]) else "535 authentication failed")
            elif word == "DATA":
                self.send("354 go on")
                for text in self.lines():
                    if text == ".":
                        break
                print("message", flush=True)
                self.send("250 ok")
            elif word == "QUIT":
                self.send("221 bye")
                return
            else:
                self.send("250 ok")

    def imap(self):
        self.send("* OK ready")
        for line in self.lines():
            tag, word = line.split(" ")[:2]
            if word == "CAPABILITY":
                self.send("* CAPABILITY IMAP4rev1 AUTH=PLAIN")
                self.send(tag + " OK done")
            elif word == "AUTHENTICATE":
                self.send("+ ")
                accepted = self.note_login(self.rfile.readline().strip())
                self.send(tag + (" OK done" if accepted else " NO authentication failed"))
            elif word == "APPEND":
                size = int(line[line.rindex("{") + 1:].rstrip("+}"))
                self.send("+ go on")
                self.rfile.read(size)
                self.rfile.readline()
                print("message", flush=True)
                self.send(tag + " OK done")
            else:
                self.send(tag + " OK done")
                if word == "LOGOUT":
                    return


server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
for line in sys.stdin:
    password = line.rstrip("\n")
    print("changed", flush=True)
